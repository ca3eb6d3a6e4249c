#include "nn/choice/made_for.h"
#include "nn/files/header_text.h"
#include "nn/files/sparse_files.h"
#include "nn/recurrent/header_text.h"
#include "nn/sparse_recurrent/solvers.h"
#include "tiramisu/nn/sparse_recurrent.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string header_text(const recurrent_problem &p, const std::string &name, const options &how) {
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
           name + "_fillings. " + index_checks_text(how) +
           (p.bias ? "\n * bias: " + biases_text(p) : "");
}

/// <name>_pack_weights, and the sizes of what it makes.
std::string declarations(const object_place &to, const sparse_recurrent_program &made) {
    const std::string &name = to.name;
    return include_of(to, "pack_weights") + "enum { " + name +
           "_starts_size = " + std::to_string(made.rows + 1) + ", " + name +
           "_places_size = " + std::to_string(made.rows) + ", " + name +
           "_fillings = " + std::to_string(made.fillings) + " };\n";
}

} // namespace

void sparse_recurrent::write_object(const recurrent_problem &problem, const std::string &object,
                                    const std::string &name, const sparse_recurrent_options &how,
                                    source_place where) {
    const options compiled = object_options(how.compiled);
    const sparse_recurrent_task task =
        sparse_recurrent_task{problem, machine::of(compiled), how.density}.checked(where);
    require_steps(problem, where);
    const object_place to = object_place::of(problem.text(), object, name, where);
    const sparse_recurrent_choice choice = all_sparse_recurrent_solvers().chosen(task, how, where);
    const sparse_recurrent_program made = choice.solver->generate(task, choice.values, name);
    write_function(made.pack, to.further("pack_weights"), compiled);
    write_function(made.run, to, compiled);
    add_to_header(to, layer_comment("sparse " + problem.text(), choice,
                                    header_text(problem, name, compiled)) +
                          declarations(to, made) + tag_declaration(name, made_for(task, choice)));
}

} // namespace tiramisu::nn
