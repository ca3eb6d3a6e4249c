// The generator tiramisu::conv2d: a convolution as a C function, and another that packs its
// weights.
#include "tiramisu/nn/conv2d.h"
#include "conv2d_words.h"
#include "layer_generator.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_conv2d KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or conv2d.\n"
    "  mb g ic oc ih iw oh ow kh kw sh sw ph pw dh dw bias post type weights_type\n"
    "  dst_type             the problem; ic, oc, ih, iw have to be there\n"
    "  batch=fixed          any: the function takes the number of images as its last argument,\n"
    "                       and is cut for mb of them\n"
    "  size=fixed           any: it takes ih and iw as its last arguments, and is cut for those\n"
    "                       of the problem\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c; or src= and dst= apart\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

bool asks_for_any(const layer_words &words, const std::string &key) {
    const std::string value = words.value(key, "fixed");
    if (value != "fixed" && value != "any") {
        words.refuse(key, "must be fixed or any");
    }
    return value == "any";
}

void generate(const std::vector<std::string> &given) {
    const layer_words words("conv2d", {"batch", "size", "layout", "src", "dst"}, given);
    const perf_db known = words.results();
    conv2d_options opts;
    static_cast<layer_options &>(opts) = words.options(known);
    opts.layouts = asked_layouts(words);
    opts.any_batch = asks_for_any(words, "batch");
    opts.any_size = asks_for_any(words, "size");
    write_layer<conv2d>("conv2d", conv2d_problem::parse(words.problem(), {}), opts);
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("conv2d", usage, {argv + 1, argv + argc}, generate);
}
