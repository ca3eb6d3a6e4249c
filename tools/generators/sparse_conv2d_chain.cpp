// The generator tiramisu::sparse_conv2d_chain: convolutions with weights in compressed rows one
// after the other as one C function, and another that packs the patterns of all of them.
#include "chain_words.h"
#include "conv2d_words.h"
#include "layer_generator.h"
#include "nn/framework/choice/made_for.h"
#include "nn/framework/files/header_text.h"
#include "nn/sparse/compressed_rows/sparse_files.h"
#include "nn/sparse/conv2d_chain/sparse_chain_program.h"
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
    "  \"resize ...\"         before the steps: how each picture is resized first\n"
    "  \"shortcut=conv2d ...\" what a residual_add adds is made of the first src by this one\n"
    "  density=0.15         share of non-zeros among the weights that it is to be fast for, or\n"
    "                       one for each step and the shortcut: density=0.1,0.2\n"
    "  pattern=FILE,FILE    instead, for each step and the shortcut: the only pattern that its\n"
    "                       weights will have, as pruned networks are published; nothing between\n"
    "                       commas for one whose weights may have any\n"
    "  between=lifted       how pictures lie between steps; nchw where they cannot be lifted\n"
    "  layout=nchw          of src and dst: nchw, nhwc, nchw16c, lifted; or src= and dst= apart\n"
    "  validate=off         on: both functions check the values of indices and refuse wrong ones\n"
    "  perf_db=FILE         what find() measured, from which each step takes the fastest; or\n"
    "                       shipped\n";

chain_members asked_chain(const chain_words &words, const options &compiled) {
    return {{words.resizing(), words.shortcut()},
            words.steps(),
            asked_layouts(words.own()),
            parse_layout(words.own().value("between", "lifted"), {}),
            {},
            compiled};
}

/// What callers have to know and the declarations do not say.
std::string comment(const chain_members &chain, const sparse_chain_program &made,
                    const std::string &name, const options &how) {
    std::string text = "/* Steps, of the pictures that go through at once:\n";
    if (chain.resized) {
        text += " * " + chain.resized->text() + "\n";
    }
    for (const sparse_chain_program::member &one : made.members) {
        text += " * " + one.name + ". " + one.task.perf_key() +
                "\n *    solver=" + one.choice.solver->name() + configured(one.choice.values) +
                only_pattern_text("\n *    ", one.task.pattern) + "\n";
    }
    return text +
           " * Weights of a step are a matrix of oc x (ic * kh * kw) in compressed rows, columns "
           "ascending in\n * each and counting (channel * kh + ky) * kw + kx. " +
           name +
           "_pack_pattern makes offsets and starts of\n * its row_starts (oc + 1) and "
           "column_indices; " +
           name + " takes both, and values as they are in the matrix.\n" + " * " +
           index_checks_text(how) + ". */\n";
}

std::string declarations(const sparse_chain_program &made, const object_place &to) {
    const std::string &name = to.name;
    std::string text = include_of(to, "pack_pattern") + "/* of 32 bits */\nenum {\n";
    std::string all_made_for;
    for (const sparse_chain_program::member &one : made.members) {
        text += "    " + name + "_starts_" + one.name +
                "_size = " + std::to_string(one.starts_count) +
                (&one == &made.members.back() ? "\n" : ",\n");
        all_made_for += made_for(one.task, one.choice) + "\n";
    }
    return text + "};\n" + tag_declaration(name, all_made_for);
}

void generate(const std::vector<std::string> &given) {
    const chain_words words(
        "sparse_conv2d_chain",
        {"layout", "src", "dst", "between", "density", "pattern", "shortcut", "validate"}, given);
    const std::string name = asked_name("sparse_conv2d_chain");
    const object_place to = {name + ".o", name};
    const perf_db known = words.own().results();
    layer_options how = asked_sparse_options(words.own(), known);
    how.compiled = object_options(how.compiled);
    const chain_members chain = asked_chain(words, how.compiled);
    const sparse_chain_steps steps{asked_densities(words.own(), chain.count()),
                                   asked_patterns(words.own())};
    const sparse_chain_program made = generate_chain(chain, words.steps().front().mb, steps,
                                                     machine::of(how.compiled), how, name);
    print_warnings(known);
    write_function(made.pack_pattern, to.further("pack_pattern"), how.compiled);
    write_function(made.run, to, how.compiled);
    add_to_header(to, comment(chain, made, name, how.compiled) + declarations(made, to));
}

} // namespace

int main(int argc, char **argv) {
    return tiramisu::nn::run_generator("sparse_conv2d_chain", usage, {argv + 1, argv + argc},
                                       generate);
}
