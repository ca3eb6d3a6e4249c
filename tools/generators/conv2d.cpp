// The generator tiramisu::conv2d: a convolution as a C function, and another that packs its
// weights.
#include <cstdint>
#include <exception>
#include <iostream>

#include "conv2d_parameters.h"
#include "layer_files.h"
#include "nn/conv2d/choice.h"
#include "nn/conv2d/tensors.h"

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
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c; or src= and dst= apart\n"
    "  solver=auto          or a solver's name, and configuration=name=number,...\n"
    "  perf_db=FILE         what find() measured, from which auto takes the fastest\n";

/// Where a solver takes plain weights, packing copies them, so that callers need not know.
program packing(const conv2d_task &task, const conv2d_program &made, const std::string &name) {
    return made.pack_weights ? *made.pack_weights
                             : weights_packer(task, plain_weights(task), name + "_pack_weights");
}

std::string times(const std::array<int, 4> &extents) {
    std::string text;
    for (const int extent : extents) {
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    }
    return text;
}

std::int64_t product(const std::vector<int> &extents) {
    std::int64_t all = 1;
    for (const int extent : extents) {
        all *= extent;
    }
    return all;
}

/// What callers have to know and the declarations do not say.
std::string header_text(const conv2d_task &task, const conv2d_choice &choice,
                        const conv2d_program &made, const std::string &name) {
    const conv2d_problem &p = task.problem;
    const std::string values = to_text(choice.values);
    std::string text =
        "/* " + p.text() + "\n * solver=" + choice.solver->name() +
        (values.empty() ? "" : " configuration=" + values) + "\n * src: " + times(p.src_extents()) +
        " as " + to_string(task.layouts.src) + "; dst: " + times(p.dst_extents()) + " as " +
        to_string(task.layouts.dst) + "\n * weights: " + times(p.weights_extents()) + ", which " +
        name + "_pack_weights brings into the order that " + name + " reads */\n";
    text += "#include \"" + name + "_pack_weights.h\"\n";
    text += "/* in floats */\nenum { " + name +
            "_packed_weights_size = " + std::to_string(product(made.weights_extents)) + " };\n";
    return text;
}

void generate(const conv2d_parameters &asked) {
    const std::string name = asked_name("conv2d");
    const perf_db results("", asked.results);
    conv2d_options how = asked.how;
    how.results = asked.results.empty() ? nullptr : &results;
    const conv2d_task task{asked.problem, how.layouts, asked_machine()};
    const conv2d_choice choice = chosen_for(task, how, {});
    for (const std::string &warning : results.warnings()) {
        std::cerr << "tiramisu_conv2d: " << warning << '\n';
    }
    const conv2d_program made = choice.solver->generate(task, choice.values, name);
    write_function(packing(task, made, name), name + "_pack_weights", how.compiled);
    write_function(made.run, name, how.compiled);
    add_to_header(name, header_text(task, choice, made, name));
}

} // namespace

int main(int argc, char **argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words.front() == "--help") {
        std::cout << usage;
        return words.empty() ? 2 : 0;
    }
    try {
        generate(read_conv2d_parameters(words));
    } catch (const std::exception &failed) {
        std::cerr << "tiramisu_conv2d: " << failed.what() << "\n\n" << usage;
        return 1;
    }
}
