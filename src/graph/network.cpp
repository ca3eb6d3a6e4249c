#include "tiramisu/graph/network.h"

#include "graph/compile/c_identifiers.h"
#include "graph/compile/header_text.h"
#include "graph/compile/network_program.h"
#include "graph/rewrite/rewrite.h"
#include "nn/files/object_files.h"
#include "nn/program/kernel.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::nn {

namespace {

using declarations = std::vector<graph::value_declaration>;

graph::typed_graph ready_graph(const graph::model &model, const network_options &how,
                               source_place where) {
    return graph::rewritten(graph::typed(
        model.with_values(how.input_values, where).bound(how.input_shapes, where), where));
}

/// With the sizes that are known now.
declarations sized(const std::vector<std::string> &names, const graph::typed_graph &of) {
    declarations made;
    for (const std::string &name : names) {
        graph::value_declaration one{name, of.type(name).elements, {}};
        for (const std::int64_t size : of.type(name).extents) {
            one.extents.push_back({size, ""});
        }
        made.push_back(std::move(one));
    }
    return made;
}

std::string names_of(const declarations &values) {
    std::string text;
    for (const graph::value_declaration &one : values) {
        text += (text.empty() ? "" : ", ") + one.name;
    }
    return text;
}

} // namespace

struct network::compiled {
    std::string name;
    declarations inputs, outputs;
    std::shared_ptr<const std::vector<float>> weights;
    network_report report;
    std::vector<std::vector<std::int64_t>> extents; ///< of the code's arguments
    compiled_function code;

    compiled(const graph::model &model, const network_options &how, source_place where)
        : name(model.name) {
        const graph::typed_graph ready = ready_graph(model, how, where);
        graph::network_program made =
            graph::write_network(ready, "network_" + graph::c_identifier(name), how.layers, where);
        inputs = sized(ready.inputs, ready);
        outputs = sized(ready.outputs, ready);
        weights = made.weights;
        report = std::move(made.report);
        for (const sequence_memory &one : made.sequence.memory) {
            std::vector<std::int64_t> sizes;
            for (const expr &size : one.sizes) {
                sizes.push_back(size.get_int_val());
            }
            extents.push_back(std::move(sizes));
        }
        code = made.sequence.compile(how.layers.compiled, where);
    }

    void add(std::vector<jit_argument> &to, const declarations &wanted, const network_arrays &given,
             const std::string &call, const std::string &kind) const {
        for (const graph::value_declaration &one : wanted) {
            const auto found = given.find(one.name);
            if (found == given.end() || found->second.data() == nullptr) {
                refuse(call, kind + " \"" + one.name + "\" is missing");
            }
            require_array(one, found->second, call, kind);
            to.emplace_back(found->second.data(), one.elements, extents[to.size()]);
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
        add(all, inputs, from, call, "input");
        add(all, outputs, to, call, "output");
        all.emplace_back(const_cast<float *>(weights->data()), extents[all.size()]);
        return all;
    }
};

network::network(const std::string &path, const network_options &how, source_place where)
    : network(graph::read_onnx(path, where), how, where) {}

network::network(const graph::model &model, const network_options &how, source_place where)
    : compiled_(std::make_unique<compiled>(model, how, where)) {}

network::~network() = default;
network::network(network &&) noexcept = default;
network &network::operator=(network &&) noexcept = default;

const declarations &network::inputs() const {
    return compiled_->inputs;
}

const declarations &network::outputs() const {
    return compiled_->outputs;
}

const network_report &network::report() const {
    return compiled_->report;
}

void network::run(const network_arrays &inputs, const network_arrays &outputs) const {
    call(compiled_->code, compiled_->arguments(inputs, outputs, "run"));
}

prepared_call network::prepare(const network_arrays &inputs, const network_arrays &outputs,
                               const execution &how) const {
    return compiled_->code.prepare(compiled_->arguments(inputs, outputs, "prepare"), how);
}

network_report network::write_object(const graph::model &model, const std::string &object,
                                     const std::string &name, const network_options &how,
                                     source_place where) {
    const object_place to = object_place::of(model.name, object, name, where);
    network_options asked = how;
    asked.layers.compiled = object_options(how.layers.compiled);
    const graph::network_program made =
        graph::write_network(ready_graph(model, asked, where), name, asked.layers, where);
    const function_sequence whole = made.with_weights_inside();
    write_function(whole, to, asked.layers.compiled);
    add_to_header(to, graph::plain_arrays_text(whole));
    return made.report;
}

} // namespace tiramisu::nn
