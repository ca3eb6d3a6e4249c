// The generator tiramisu::sparse_conv2d: a convolution with weights in compressed rows as a C
// function, and another that packs their pattern.
#include "tiramisu/nn/sparse_conv2d.h"
#include "conv2d_words.h"
#include "layer_generator.h"
#include "sparse_layer.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_sparse_conv2d KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_pattern.o and <name>_pack_pattern.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or sparse_conv2d.\n"
    "  mb ic oc ih iw oh ow kh kw sh sw ph pw dh dw bias post   the problem; ic, oc, ih, iw have\n"
    "                       to be there\n"
    "  density=0.15         share of non-zeros among the weights that it is to be fast for\n"
    "  pattern=FILE         instead: the only pattern that the weights will have, as pruned\n"
    "                       networks are published\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c, lifted; or src= and dst= apart\n"
    "  validate=off         on: both functions check the values of indices and refuse wrong ones\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

/// Of the own word pattern=. Throws user_error where it cannot be read.
std::optional<sparse::csr_matrix> asked_pattern(const layer_words &words) {
    if (words.has("pattern") && words.has("density")) {
        words.refuse("density", "stands beside pattern=" + words.value("pattern") +
                                    ", which says it; give either");
    }
    return read_pattern(words, words.value("pattern"));
}

void generate(const std::vector<std::string> &given) {
    const layer_words words("sparse_conv2d",
                            {"layout", "src", "dst", "density", "pattern", "validate"}, given);
    const perf_db known = words.results();
    const conv2d_problem problem = conv2d_problem::parse(words.problem("conv2d"), {});
    write_layer<sparse_conv2d>("sparse_conv2d", problem,
                               sparse_conv2d_options{asked_sparse_options(words, known),
                                                     asked_layouts(words), asked_density(words),
                                                     asked_pattern(words)});
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("sparse_conv2d", usage, {argv + 1, argv + argc}, generate);
}
