// The generators tiramisu::lstm, gru, rnn_tanh and rnn_relu: recurrent layers as a C function, and
// another that packs their weights. TIRAMISU_LAYER names the cell.
#include "tiramisu/nn/recurrent.h"
#include "layer_generator.h"
#include "layer_words.h"
#include "recurrent_words.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

const std::string layer_name = TIRAMISU_LAYER;

const std::string usage =
    "tiramisu_" + layer_name +
    " KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or " +
    layer_name + ".\n" + recurrent_usage(layer_name) +
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

void generate(const std::vector<std::string> &given) {
    const layer_words words(layer_name, {}, given);
    const perf_db known = words.results();
    write_layer<recurrent>(layer_name, recurrent_problem::parse(words.problem(), {}),
                           words.options(known));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator(layer_name, usage, {argv + 1, argv + argc}, generate);
}
