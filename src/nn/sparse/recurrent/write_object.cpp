#include "nn/layers/recurrent/header_text.h"
#include "nn/sparse/compressed_rows/sparse_files.h"
#include "nn/sparse/recurrent/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<sparse_recurrent_layer>;

} // namespace

void description::require_something(const sparse_recurrent_task &task, source_place where) {
    require_steps(task.problem, where);
}

void description::write(const sparse_recurrent_program &made, const sparse_recurrent_task &,
                        const object_place &to, const options &opts) {
    write_function(made.pack, to.further("pack_weights"), opts);
    write_function(made.run, to, opts);
}

std::string description::header_text(const sparse_recurrent_program &,
                                     const sparse_recurrent_task &task, const object_place &to,
                                     const options &opts) {
    const recurrent_problem &p = task.problem;
    const std::string &name = to.name;
    const std::string gates = std::to_string(p.gates());
    const std::string rows = std::to_string(p.pseudo_layers() * (2 * p.gates() * p.hc + p.proj));
    return recurrent_tensors_text(p) + "\n * weights: " + rows +
           " rows in compressed rows, columns ascending in each:\n * " + each_pseudo_layer_text(p) +
           " " + gates + " x hc rows of its input, then " + gates +
           " x hc rows of its hidden state" +
           (p.proj > 0 ? ", then proj rows of its projection. " : ". ") + name +
           "_pack_weights makes starts, places, offsets\n * and packed_values of their row_starts, "
           "column_indices and values, which are nonzeros each;\n * " +
           name +
           " takes these. packed_elements, of offsets and packed_values, is nonzeros +\n * " +
           name + "_fillings. " + index_checks_text(opts) +
           (p.bias ? "\n * bias: " + biases_text(p) : "");
}

/// <name>_pack_weights, and the sizes of what it makes.
std::string description::declarations(const sparse_recurrent_program &made,
                                      const sparse_recurrent_task &, const std::string &made_for,
                                      const object_place &to) {
    const std::string &name = to.name;
    return include_of(to, "pack_weights") + "enum { " + name +
           "_starts_size = " + std::to_string(made.rows + 1) + ", " + name +
           "_places_size = " + std::to_string(made.rows) + ", " + name +
           "_fillings = " + std::to_string(made.fillings) + " };\n" +
           tag_declaration(name, made_for);
}

} // namespace tiramisu::nn
