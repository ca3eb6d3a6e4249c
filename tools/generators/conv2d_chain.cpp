// The generator tiramisu::conv2d_chain: convolutions one after the other as one C function, and
// another that packs the weights of all of them.
#include "chain_words.h"
#include "conv2d_words.h"
#include "layer_generator.h"
#include "nn/framework/choice/made_for.h"
#include "nn/framework/files/header_text.h"
#include "nn/framework/files/packed_files.h"
#include "nn/layers/conv2d_chain/chain_program.h"

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
    "  \"resize ...\"         before the steps: how each picture is resized first\n"
    "  \"shortcut=conv2d ...\" what a residual_add adds is made of the first src by this one\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c; or src= and dst= apart\n"
    "  perf_db=FILE         what find() measured, from which each step takes the fastest; or\n"
    "                       shipped\n";

/// What callers have to know and the declarations do not say.
std::string comment(const dense_chain &chain, const chain_program &made, const std::string &name) {
    std::string text = "/* Steps, of one picture each:\n";
    if (chain.resized) {
        text += " * " + chain.resized->text() + "\n";
    }
    for (std::size_t i = 0; i < chain.count(); i++) {
        const conv2d_choice &choice = made.choices[i];
        const chain_step &member = chain.member(i);
        const conv2d_task task{member.problem, member.layouts, {}};
        text += " * " + chain.suffix(i) + ". " + task.perf_key() +
                "\n *    solver=" + choice.solver->name() + configured(choice.values) + "\n";
    }
    return text + " * weights: those of all steps, which " + name +
           "_pack_weights brings into the order that " + name + " reads */\n";
}

/// Of all steps, whose packed weights lie one behind the other.
std::string made_for_steps(const dense_chain &chain, const chain_program &made, const machine &on) {
    std::string text;
    for (std::size_t i = 0; i < chain.count(); i++) {
        const chain_step &one = chain.member(i);
        text += made_for(conv2d_task{one.problem, one.layouts, on}, made.choices[i]) + "\n";
    }
    return text;
}

void generate(const std::vector<std::string> &given) {
    const chain_words words("conv2d_chain", {"layout", "src", "dst", "shortcut"}, given);
    const std::string name = asked_name("conv2d_chain");
    const object_place to = {name + ".o", name};
    const dense_chain chain({words.resizing(), words.shortcut()}, words.steps(),
                            asked_layouts(words.own()), {});
    const perf_db known = words.own().results();
    layer_options how;
    how.results = &known;
    how.compiled = object_options({});
    const machine on = machine::of(how.compiled);
    const chain_program made = generate_chain(chain, on, how, name);
    print_warnings(known);
    write_function(made.pack_weights, to.further("pack_weights"), how.compiled);
    write_function(made.run, to, how.compiled);
    add_to_header(to,
                  comment(chain, made, name) +
                      packed_declarations(to, made.weights_count, made_for_steps(chain, made, on)));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("conv2d_chain", usage, {argv + 1, argv + argc}, generate);
}
