// The generator tiramisu::conv2d: a convolution as a C function, and another that packs its
// weights.
#include "conv2d_words.h"
#include "layer_files.h"
#include "layer_generator.h"
#include "nn/conv2d/packing.h"
#include "nn/conv2d/sized_problem.h"
#include "nn/conv2d/solvers.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_conv2d KEY=VALUE...\n"
    "Writes <name>.o, <name>.h, <name>_pack_weights.o and <name>_pack_weights.h, where <name> is\n"
    "what TIRAMISU_FUNCTION_NAME says or conv2d.\n"
    "  mb g ic oc ih iw oh ow kh kw sh sw ph pw dh dw bias post   the problem; ic, oc, ih, iw "
    "have\n"
    "                       to be there\n"
    "  batch=fixed          any: the function takes the number of pictures as its last argument,\n"
    "                       and is cut for mb of them\n"
    "  size=fixed           any: it takes ih and iw as its last arguments, and is cut for those "
    "of\n"
    "                       the problem\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c; or src= and dst= apart\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest; or shipped\n";

/// "(ih + 2 - 3) / 2 + 1": of so many elements with padding, by windows.
std::string count(const std::string &size, int window, int stride, int padding) {
    return "(" + size + " + " + std::to_string(2 * padding) + " - " + std::to_string(window) +
           ") / " + std::to_string(stride) + " + 1";
}

/// What it comes to for a picture of ih x iw.
std::string size_of_dst(const conv2d_problem &p) {
    const std::string rows = count("ih", (p.kh - 1) * (p.dh + 1) + 1, p.sh, p.ph);
    const std::string columns = count("iw", (p.kw - 1) * (p.dw + 1) + 1, p.sw, p.pw);
    const post::pool *pool = p.pooling();
    return pool == nullptr ? "(" + rows + ") x (" + columns + ")"
                           : "(" + count("(" + rows + ")", pool->kh, pool->sh, pool->ph) + ") x (" +
                                 count("(" + columns + ")", pool->kw, pool->sw, pool->pw) + ")";
}

/// What callers have to know and the declarations do not say.
std::string header_text(const conv2d_task &task, const std::string &name) {
    const conv2d_problem &p = task.problem;
    const auto pictures = [&](const std::array<int, 4> &extents, const std::string &size) {
        return (task.any_batch ? "mb" : std::to_string(extents[0])) + " x " +
               std::to_string(extents[1]) + " x " +
               (task.any_size ? size : times(std::array<int, 2>{extents[2], extents[3]}));
    };
    return "src: " + pictures(p.src_extents(), "ih x iw") + " as " + to_string(task.layouts.src) +
           "; dst: " + pictures(p.dst_extents(), size_of_dst(p)) + " as " +
           to_string(task.layouts.dst) + "\n * weights: " + times(p.weights_extents()) +
           ", which " + name + "_pack_weights brings into the order that " + name + " reads";
}

bool asks_for_any(const layer_words &words, const std::string &key) {
    const std::string value = words.value(key, "fixed");
    if (value != "fixed" && value != "any") {
        words.refuse(key, "must be fixed or any");
    }
    return value == "any";
}

void generate(const std::vector<std::string> &given) {
    const layer_words words("conv2d", {"batch", "size", "layout", "src", "dst"}, given);
    const std::string name = asked_name("conv2d");
    const conv2d_task task{asked_conv2d(words), asked_layouts(words), asked_machine(),
                           asks_for_any(words, "batch"), asks_for_any(words, "size")};
    require_sizes_to_cut_for(task, {});
    const layer_options how = words.options();
    const conv2d_choice choice = chosen(all_conv2d_solvers(), task, how, words.results());
    const conv2d_program made = choice.solver->generate(task, choice.values, name);
    write_packed_layer(made, packing_for(task, made, name + "_pack_weights"), name, how.compiled);
    add_to_header(name,
                  layer_comment(task.problem.text(), choice, header_text(task, name)) +
                      packed_declarations(name, made.weights_count(), made_for(task, choice)));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("conv2d", usage, {argv + 1, argv + argc}, generate);
}
