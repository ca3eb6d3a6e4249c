// The generators tiramisu::sparse_lstm, sparse_gru, sparse_rnn_tanh and sparse_rnn_relu: recurrent
// layers with weights in compressed rows as a C function, and another that packs these.
// TIRAMISU_LAYER names the cell.
#include "tiramisu/nn/sparse_recurrent.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "recurrent_words.h"
#include "sparse_layer.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

const std::string cell = TIRAMISU_LAYER;
const std::string layer_name = "sparse_" + cell;

const std::string usage =
    "tiramisu_" + layer_name +
    " KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or " +
    layer_name + ".\n" + recurrent_usage(cell) +
    "  density=0.15         share of non-zeros in the weights that it is to be fast for\n"
    "  validate=off         on: both functions check the values of indices and refuse wrong ones\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

void generate(const std::vector<std::string> &given) {
    const layer_words words(cell, {"density", "validate"}, given);
    const perf_db known = words.results();
    const recurrent_problem problem = recurrent_problem::parse(words.problem(), {});
    write_layer<sparse_recurrent>(
        layer_name, problem,
        sparse_recurrent_options{asked_sparse_options(words, known), asked_density(words)});
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator(layer_name, usage, {argv + 1, argv + argc}, generate);
}
