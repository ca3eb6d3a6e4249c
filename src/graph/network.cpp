#include "tiramisu/graph/network.h"

#include <algorithm>
#include <optional>

#include "graph/compile/c_identifiers.h"
#include "graph/compile/network_image.h"
#include "graph/compile/network_program.h"
#include "graph/compile/separate_calls.h"
#include "graph/kept_object.h"
#include "graph/model/declared_value.h"
#include "graph/network_cache.h"
#include "graph/network_files.h"
#include "graph/operators/numbers.h"
#include "graph/rewrite/rewrite.h"
#include "nn/framework/files/object_files.h"
#include "nn/framework/program/kernel.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::nn {

namespace {

using declarations = std::vector<graph::value_declaration>;

/// With numbers for sizes.
graph::model bound_model(const graph::model &model, const network_options &opts,
                         source_place where) {
    return model.with_values(opts.input_values, where).bound(opts.input_shapes, where);
}

graph::typed_graph ready_graph(const graph::model &bound, const network_options &opts,
                               source_place where) {
    return graph::with_sparse_weights(graph::rewritten(graph::typed(bound, where)), opts.density,
                                      opts.layers.relaxed);
}

std::string names_of(const declarations &values) {
    std::string text;
    for (const graph::value_declaration &one : values) {
        text += (text.empty() ? "" : ", ") + one.name;
    }
    return text;
}

/// Of sizes that are known.
graph::tensor zeros_of(const graph::value_declaration &value) {
    const graph::tensor_type type = graph::type_of(value);
    return graph::tensor_of(
        type, std::vector<double>(static_cast<std::size_t>(graph::count_of(type.extents))));
}

} // namespace

struct network::compiled {
    std::string name;
    graph::network_image image;
    compiled_function code;

    /// Whether it was kept on disk, and can be loaded.
    bool finds(const std::string &key) {
        const std::optional<std::string> kept = graph::compiled_networks().find(key);
        if (!kept) {
            return false;
        }
        image = graph::network_image(*kept);
        code = function_sequence::of_image(image.code);
        return static_cast<bool>(code);
    }

    /// Leaves the code to be made.
    graph::network_program write(const graph::model &bound, const network_options &opts,
                                 source_place where) {
        const graph::typed_graph ready = ready_graph(bound, opts, where);
        graph::network_program made = graph::write_network(
            ready, "network_" + graph::c_identifier(name), opts.layers, opts.choices, where);
        image = {ready, made};
        return made;
    }

    void add(std::vector<jit_argument> &to, const declarations &wanted, const network_arrays &given,
             const std::string &call, const std::string &kind) const {
        for (const graph::value_declaration &one : wanted) {
            const auto found = given.find(one.name);
            const std::vector<std::int64_t> &sizes = image.extents[to.size()];
            const bool is_empty = graph::count_of(sizes) == 0;
            if (found == given.end() || (found->second.data() == nullptr && !is_empty)) {
                refuse(call, kind + " \"" + one.name + "\" is missing");
            }
            require_array(one, found->second, call, kind);
            // The function wants an address also where it reads and writes nothing.
            static char nothing = 0;
            to.emplace_back(is_empty ? &nothing : found->second.data(), one.elements, sizes);
        }
        if (given.size() > wanted.size()) {
            for (const auto &entry : given) {
                require_known(entry.first, wanted, call, kind);
            }
        }
    }

    void require_array(const graph::value_declaration &wanted, const network_elements &given,
                       const std::string &call, const std::string &kind) const {
        const bool are_bytes = wanted.elements == p_boolean && given.type() == p_uint8;
        if (given.type() != wanted.elements && !are_bytes) {
            refuse(call, kind + " \"" + wanted.name + "\" is an array of " +
                             to_string(given.type()) + ", must be of " +
                             to_string(wanted.elements));
        }
        if (kind == "output" && given.is_constant()) {
            refuse(call, "output \"" + wanted.name + "\" is an array of constants");
        }
    }

    void require_known(const std::string &given, const declarations &wanted,
                       const std::string &call, const std::string &kind) const {
        for (const graph::value_declaration &one : wanted) {
            if (one.name == given) {
                return;
            }
        }
        refuse(call, "there is no " + kind + " \"" + given + "\"; there are " + names_of(wanted));
    }

    [[noreturn]] void refuse(const std::string &call, const std::string &reason) const {
        throw user_error("network \"" + name + "\"", call, reason);
    }

    std::vector<jit_argument> arguments(const network_arrays &from, const network_arrays &to,
                                        const std::string &call) const {
        std::vector<jit_argument> all;
        add(all, image.inputs, from, call, "input");
        add(all, image.outputs, to, call, "output");
        all.emplace_back(const_cast<float *>(image.weights->data()), image.extents[all.size()]);
        if (!image.indices->empty()) {
            all.emplace_back(const_cast<std::int32_t *>(image.indices->data()),
                             image.extents[all.size()]);
        }
        return all;
    }
};

network::network(const std::string &path, const network_options &opts, source_place where)
    : network(graph::read_onnx(path, where), opts, where) {}

network::network(const graph::model &model, const network_options &opts, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->name = model.name;
    const graph::model bound = bound_model(model, opts, where);
    const std::optional<std::string> key = graph::cache_key(bound, opts, "in process");
    if (key && compiled_->finds(*key)) {
        return;
    }
    const graph::network_program made = compiled_->write(bound, opts, where);
    compiled_->image.code = made.sequence.image(opts.layers.compiled, where);
    compiled_->code = function_sequence::of_image(compiled_->image.code);
    if (!compiled_->code) {
        compiled_->code = made.sequence.compile(opts.layers.compiled, where);
    } else if (key) {
        graph::compiled_networks().store(*key, compiled_->image.bytes());
    }
}

network::~network() = default;
network::network(network &&) noexcept = default;
network &network::operator=(network &&) noexcept = default;

const declarations &network::inputs() const {
    return compiled_->image.inputs;
}

const declarations &network::outputs() const {
    return compiled_->image.outputs;
}

const network_report &network::report() const {
    return compiled_->image.report;
}

void network::run(const network_arrays &inputs, const network_arrays &outputs) const {
    call(compiled_->code, compiled_->arguments(inputs, outputs, "run"));
}

std::map<std::string, graph::tensor>
network::run(const std::map<std::string, graph::tensor> &inputs) const {
    network_arrays from, to;
    for (const auto &[name, values] : inputs) {
        from.emplace(name, network_elements(const_cast<void *>(values.bytes()), values.elements()));
    }
    std::map<std::string, graph::tensor> made;
    for (const graph::value_declaration &one : outputs()) {
        const graph::tensor &memory = made.emplace(one.name, zeros_of(one)).first->second;
        to.emplace(one.name,
                   network_elements(const_cast<void *>(memory.bytes()), memory.elements()));
    }
    run(from, to);
    return made;
}

prepared_call network::prepare(const network_arrays &inputs, const network_arrays &outputs,
                               const execution &opts) const {
    return compiled_->code.prepare(compiled_->arguments(inputs, outputs, "prepare"), opts, {});
}

network_profile network::profile(const graph::model &model, const network_arrays &inputs,
                                 const network_arrays &outputs, int runs,
                                 const network_options &opts, source_place where) {
    compiled made;
    made.name = model.name;
    const function_sequence sequence =
        made.write(bound_model(model, opts, where), opts, where).sequence;
    if (runs < 1) {
        made.refuse("profile", std::to_string(runs) + " runs are asked for, must be at least 1");
    }
    const graph::separate_calls calls(sequence, made.arguments(inputs, outputs, "profile"),
                                      opts.layers.compiled);
    calls.run();
    std::vector<std::vector<double>> taken(made.image.report.steps.size());
    for (int i = 0; i < runs; i++) {
        const std::vector<double> seconds = calls.run();
        for (std::size_t step = 0; step < seconds.size(); step++) {
            taken[step].push_back(seconds[step]);
        }
    }
    network_profile profile{made.image.report, {}};
    for (std::vector<double> &one : taken) {
        std::nth_element(one.begin(), one.begin() + runs / 2, one.end());
        profile.seconds.push_back(one[static_cast<std::size_t>(runs / 2)]);
    }
    return profile;
}

network_report network::write_object(const graph::model &model, const std::string &object,
                                     const std::string &name, const network_options &opts,
                                     source_place where) {
    const graph::network_files to =
        graph::network_files::of(model.name, object, name, opts.weight_file, where);
    network_options asked = opts;
    asked.layers.compiled = object_options(opts.layers.compiled);
    const graph::model bound = bound_model(model, asked, where);
    const std::string purpose = (to.has_weights() ? "object without weights " : "object ") + name;
    const std::optional<std::string> key = graph::cache_key(bound, asked, purpose);
    if (const auto kept = key ? graph::write_kept_object(*key, to) : std::nullopt) {
        return *kept;
    }
    const graph::network_program made = graph::write_network(ready_graph(bound, asked, where), name,
                                                             asked.layers, asked.choices, where);
    to.write(made, asked.layers.compiled);
    if (key) {
        graph::keep_object(*key, to, made);
    }
    return made.report;
}

} // namespace tiramisu::nn
