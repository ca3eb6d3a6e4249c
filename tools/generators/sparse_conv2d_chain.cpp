// The generator tiramisu::sparse_conv2d_chain: convolutions with weights in compressed rows one
// after the other as one C function, and another that packs the patterns of all of them.
#include "tiramisu/nn/sparse_conv2d_chain.h"
#include "chain_words.h"
#include "conv2d_words.h"
#include "layer_generator.h"
#include "sparse_layer.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_sparse_conv2d_chain \"conv2d KEY=VALUE...\"... KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_pattern.o and <name>_pack_pattern.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or sparse_conv2d_chain.\n"
    "  \"conv2d ...\"         a step in one word, as tiramisu_sparse_conv2d takes it in several; "
    "it\n"
    "                       reads what the one before it leaves, and a residual_add adds the\n"
    "                       first src\n"
    "  \"resize ...\"         before the steps: how each image is resized first\n"
    "  \"shortcut=conv2d ...\" what a residual_add adds is made of the first src by this one\n"
    "  density=0.15         share of non-zeros among the weights that it is to be fast for, or\n"
    "                       one for each step and the shortcut: density=0.1,0.2\n"
    "  pattern=FILE,FILE    instead, for each step and the shortcut: the only pattern that its\n"
    "                       weights will have, as pruned networks are published; nothing between\n"
    "                       commas for one whose weights may have any\n"
    "  between=lifted       how images lie between steps; nchw where they cannot be lifted\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c, lifted; or src= and dst= apart\n"
    "  validate=off         on: both functions check the values of indices and refuse wrong ones\n"
    "  perf_db=FILE         what find() measured, from which each step takes the fastest; or\n"
    "                       shipped\n";

void generate(const std::vector<std::string> &given) {
    const chain_words words(
        "sparse_conv2d_chain",
        {"layout", "src", "dst", "between", "density", "pattern", "shortcut", "validate"}, given);
    const conv2d_chain_problem problem = words.problem();
    const perf_db known = words.own().results();
    sparse_conv2d_chain_options opts;
    static_cast<layer_options &>(opts) = asked_sparse_options(words.own(), known);
    opts.layouts = asked_layouts(words.own());
    opts.between = parse_layout(words.own().value("between", "lifted"), {});
    opts.densities =
        asked_densities(words.own(), problem.steps.size() + (problem.shortcut ? 1 : 0));
    opts.patterns = asked_patterns(words.own());
    write_layer<sparse_conv2d_chain>("sparse_conv2d_chain", problem, opts);
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("sparse_conv2d_chain", usage, {argv + 1, argv + argc},
                                       generate);
}
