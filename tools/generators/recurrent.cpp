// The generators tiramisu::lstm, gru, rnn_tanh and rnn_relu: recurrent layers as a C function, and
// another that packs their weights. TIRAMISU_LAYER names the cell.
#include "layer_files.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "nn/recurrent/solvers.h"
#include "recurrent_words.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

const std::string layer = TIRAMISU_LAYER;

const std::string usage =
    "tiramisu_" + layer +
    " KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or " +
    layer + ".\n" + recurrent_usage(layer) +
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

/// What callers have to know and the declarations do not say.
std::string header_text(const recurrent_problem &p, const std::string &name) {
    return recurrent_tensors_text(p) + "\n * weights: " + std::to_string(p.weights_count()) +
           " floats, which " + name + "_pack_weights brings into the order that " + name +
           " reads:" + "\n * " + each_pseudo_layer_text(p) + " " + std::to_string(p.gates()) +
           " x hc x channels of its input, then " + std::to_string(p.gates()) +
           (p.proj > 0 ? " x hc x proj, then proj x hc" : " x hc x hc") +
           (p.bias ? "; behind those of all layers " + biases_text(p) + " biases" : "");
}

void generate(const std::vector<std::string> &given) {
    const layer_words words(layer, {}, given);
    const recurrent_task task{asked_recurrent(words), asked_machine()};
    const std::string name = asked_name(layer);
    const recurrent_choice choice =
        chosen(all_recurrent_solvers(), task, words.options(), words.results());
    const recurrent_program made = choice.solver->generate(task, choice.values, name);
    write_packed_layer(made, *made.pack_weights, name, {});
    add_to_header(name,
                  layer_comment(task.problem.text(), choice, header_text(task.problem, name)) +
                      packed_declarations(name, made.weights_count(), made_for(task, choice)));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator(layer, usage, {argv + 1, argv + argc}, generate);
}
