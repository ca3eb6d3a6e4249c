// The generator tiramisu::conv2d_chain: convolutions one after the other as one C function, and
// another that packs the weights of all of them.
#include "tiramisu/nn/conv2d_chain.h"
#include "chain_words.h"
#include "conv2d_words.h"
#include "layer_generator.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_conv2d_chain \"conv2d KEY=VALUE...\"... KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or conv2d_chain.\n"
    "  \"conv2d ...\"         a step in one word, as tiramisu_conv2d takes it in several; it "
    "reads\n"
    "                       what the one before it leaves, and a residual_add adds the first src\n"
    "  \"resize ...\"         before the steps: how each image is resized first\n"
    "  \"shortcut=conv2d ...\" what a residual_add adds is made of the first src by this one\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c; or src= and dst= apart\n"
    "  perf_db=FILE         what find() measured, from which each step takes the fastest; or\n"
    "                       shipped\n";

void generate(const std::vector<std::string> &given) {
    const chain_words words("conv2d_chain", {"layout", "src", "dst", "shortcut"}, given);
    const perf_db known = words.own().results();
    conv2d_options opts;
    opts.results = &known;
    opts.layouts = asked_layouts(words.own());
    write_layer<conv2d_chain>("conv2d_chain", words.problem(), opts);
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("conv2d_chain", usage, {argv + 1, argv + argc}, generate);
}
