#include "graph/compile/step_functions.h"

#include <utility>

#include "nn/framework/program/kernel.h"
#include "nn/sparse/compressed_rows/same_pattern.h"
#include "support/side_by_side.h"

namespace tiramisu::graph {

namespace {

sparse::csr_matrix matrix_of(const step &one) {
    const shape &extents = one.weight_values.extents();
    const auto rows = static_cast<int>(extents.front());
    const auto columns = static_cast<int>(one.weight_values.count() / rows);
    return sparse::csr_matrix::from_dense(rows, columns, one.weight_values.data<float>(),
                                          sparse::nan_policy::keep);
}

std::vector<std::string> names_of(const std::vector<nn::layer_argument> &arguments,
                                  bool takes_sparse) {
    std::vector<std::string> names;
    for (const nn::layer_argument &one : arguments) {
        if (takes_sparse && one.is == nn::layer_argument::role::weights) {
            names.insert(names.end(), {values_argument, offsets_argument, starts_argument});
        } else {
            names.push_back(one.name);
        }
    }
    return names;
}

nn::layer_options chosen(const step &one, nn::layer_options opts,
                         const nn::layer_choices &choices) {
    const auto found = choices.find(one.text);
    if (found != choices.end() && !one.has_sparse_weights) {
        opts.solver = found->second.solver;
        opts.configuration = found->second.configuration;
    }
    return opts;
}

} // namespace

/// Code may be made for one pattern.
std::string step_functions::key_of(const step &one) {
    return one.text +
           (one.has_sparse_weights ? " pattern=" + nn::pattern_hash(matrix_of(one)).text() : "");
}

step_functions::step_functions(const std::vector<step> &steps, const std::string &prefix,
                               const nn::layer_options &opts, const nn::layer_choices &choices,
                               source_place where) {
    std::vector<std::pair<const step *, std::optional<entry> *>> different;
    for (const step &one : steps) {
        const auto [known, is_new] = all_.emplace(key_of(one), std::nullopt);
        if (is_new) {
            different.emplace_back(&one, &known->second);
        }
    }
    support::side_by_side(different.size(), [&](std::size_t i) {
        const auto &[one, to] = different[i];
        to->emplace(made(*one, prefix + "_step_" + std::to_string(i + 1),
                         chosen(*one, opts, choices), where));
    });
}

step_functions::entry step_functions::made(const step &one, const std::string &name,
                                           const nn::layer_options &opts, source_place where) {
    if (one.write) {
        std::vector<std::string> order;
        for (const step_argument &argument : one.arguments) {
            order.push_back(argument.name);
        }
        return {{one.write(name), {}, std::nullopt, ""}, std::move(order), {}};
    }
    nn::layer_program layer =
        one.has_sparse_weights ? nn::write_sparse_layer(one.text, matrix_of(one), name, opts, where)
                               : nn::write_layer(one.text, name, opts, where);
    // The machine that compiles packs, whatever the layer is compiled for.
    options here = opts.compiled;
    here.target = "host";
    const bool takes_sparse = layer.pack_pattern.has_value();
    const std::optional<nn::program> &pack = takes_sparse ? layer.pack_pattern : layer.pack;
    compiled_function packing = pack ? pack->compile(here) : compiled_function();
    std::vector<std::string> order = names_of(layer.arguments, takes_sparse);
    return {std::move(layer), std::move(order), std::move(packing), takes_sparse};
}

primitive_t step_functions::packed_type(const step &one) const {
    const entry &function = of(one);
    return function.pack ? function.layer.pack->arguments.back().get_elements_type()
                         : one.weight_values.elements();
}

tensor step_functions::packed_weights(const step &one) const {
    const entry &function = of(one);
    if (!function.pack) {
        return one.weight_values;
    }
    const nn::program &pack = *function.layer.pack;
    const tensor_type to = {packed_type(one), nn::extents_of(pack.arguments.back())};
    std::vector<std::uint8_t> packed(static_cast<std::size_t>(count_of(to.extents)) *
                                     static_cast<std::size_t>(size_in_bytes(to.elements)));
    nn::call(function.pack, {{const_cast<void *>(one.weight_values.bytes()),
                              one.weight_values.elements(), nn::extents_of(pack.arguments.front())},
                             {packed.data(), to.elements, to.extents}});
    const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(packed));
    return {to, std::shared_ptr<const void>(kept, kept->data())};
}

sparse_values step_functions::packed_pattern(const step &one) const {
    const entry &function = of(one);
    const sparse::csr_matrix matrix = matrix_of(one);
    const std::vector<std::int64_t> of_starts =
        nn::extents_of(function.layer.pack_pattern->arguments.back());
    sparse_values made;
    made.values = matrix.values();
    made.offsets.resize(made.values.size());
    made.starts.resize(static_cast<std::size_t>(count_of(of_starts)));
    nn::call(function.pack,
             {nn::elements_of(matrix.row_starts()), nn::elements_of(matrix.column_indices()),
              nn::elements_of(made.offsets), jit_argument(made.starts.data(), of_starts),
              jit_argument(made.nonzeros())});
    return made;
}

} // namespace tiramisu::graph
