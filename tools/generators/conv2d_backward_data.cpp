// The generator tiramisu::conv2d_backward_data: backward through a convolution to what it read, as
// a C function, and another that packs the weights.
#include "layer_generator.h"
#include "layer_words.h"
#include "tiramisu/nn/conv2d_backward.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_conv2d_backward_data KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or conv2d_backward_data.\n"
    "  mb g ic oc ih iw oh ow kh kw sh sw ph pw dh dw   the convolution; ic, oc, ih, iw have to "
    "be\n"
    "                       there\n"
    "  layout=nchw          of both images: nchw, nhwc, nchw16c\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

void generate(const std::vector<std::string> &given) {
    const std::string kind = conv2d_backward_data_problem::kind;
    const layer_words words(kind, {}, given);
    const perf_db known = words.results();
    write_layer<conv2d_backward_data>(
        kind, conv2d_backward_data_problem::parse(words.problem(), {}), words.options(known));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator(conv2d_backward_data_problem::kind, usage,
                                       {argv + 1, argv + argc}, generate);
}
