#include "nn/framework/choice/made_for.h"
#include "nn/sparse/compressed_rows/sparse_files.h"
#include "nn/sparse/conv2d_chain/layer.h"
#include "nn/sparse/conv2d_chain/sparse_chain_program.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string comment(const chain_members &chain, const sparse_chain_program &made,
                    const std::string &name, const options &opts) {
    std::string text = "/* Steps, of the images that go through at once:\n";
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
           index_checks_text(opts) + ". */\n";
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

} // namespace

void chain_description<sparse_conv2d_chain_layer>::write(const chain_members &of,
                                                         const object_place &to,
                                                         const sparse_conv2d_chain_options &opts) {
    const sparse_chain_program made =
        generate_chain(of, opts, machine::of(opts.compiled), opts, to.name);
    write_function(made.pack_pattern, to.further("pack_pattern"), opts.compiled);
    write_function(made.run, to, opts.compiled);
    add_to_header(to, comment(of, made, to.name, opts.compiled) + declarations(made, to));
}

} // namespace tiramisu::nn
