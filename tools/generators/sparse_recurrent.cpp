// The generators tiramisu::sparse_lstm, sparse_gru, sparse_rnn_tanh and sparse_rnn_relu: recurrent
// layers with weights in compressed rows as a C function, and another that packs these.
// TIRAMISU_LAYER names the cell.
#include "layer_files.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "nn/sparse_recurrent/solvers.h"
#include "recurrent_words.h"
#include "sparse_layer.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

const std::string cell = TIRAMISU_LAYER;
const std::string layer = "sparse_" + cell;

const std::string usage =
    "tiramisu_" + layer +
    " KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or " +
    layer + ".\n" + recurrent_usage(cell) +
    "  density=0.15         share of non-zeros in the weights that it is to be fast for\n"
    "  validate=off         on: both functions check the values of indices and refuse wrong ones\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

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
std::string declarations(const std::string &name, const sparse_recurrent_program &made) {
    return "#include \"" + name + "_pack_weights.h\"\nenum { " + name +
           "_starts_size = " + std::to_string(made.rows + 1) + ", " + name +
           "_places_size = " + std::to_string(made.rows) + ", " + name +
           "_fillings = " + std::to_string(made.fillings) + " };\n";
}

void generate(const std::vector<std::string> &given) {
    const layer_words words(cell, {"density", "validate"}, given);
    const sparse_recurrent_task given_task{asked_recurrent(words), asked_machine(),
                                           asked_density(words)};
    const sparse_recurrent_task task = given_task.checked({});
    const std::string name = asked_name(layer);
    const layer_options how = asked_sparse_options(words);
    const sparse_recurrent_choice choice =
        chosen(all_sparse_recurrent_solvers(), task, how, words.results());
    const sparse_recurrent_program made = choice.solver->generate(task, choice.values, name);
    write_function(made.pack, name + "_pack_weights", how.compiled);
    write_function(made.run, name, how.compiled);
    add_to_header(name, layer_comment("sparse " + task.problem.text(), choice,
                                      header_text(task.problem, name, how.compiled)) +
                            declarations(name, made) +
                            tag_declaration(name, made_for(task, choice)));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator(layer, usage, {argv + 1, argv + argc}, generate);
}
