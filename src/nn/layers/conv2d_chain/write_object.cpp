#include "nn/framework/choice/made_for.h"
#include "nn/framework/files/packed_files.h"
#include "nn/layers/conv2d_chain/chain_program.h"
#include "nn/layers/conv2d_chain/layer.h"

namespace tiramisu::nn {

namespace {

/// What callers have to know and the declarations do not say.
std::string comment(const dense_chain &chain, const chain_program &made, const std::string &name) {
    std::string text = "/* Steps, of one image each:\n";
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

/// Throws user_error if the function's memory, which is one of floats, would be of another type.
void require_floats(const dense_chain &chain) {
    const conv2d_problem &first = chain.member(0).problem;
    if (first.type != element_type::f32) {
        throw user_error("chain of " + first.text(), "write_object",
                         "is of type " + to_string(first.type) +
                             ", but chains in object files are of f32; write its convolutions as "
                             "objects of their own");
    }
}

/// Of all steps, whose packed weights lie one behind the other.
std::string made_for_steps(const dense_chain &chain, const chain_program &made,
                           const machine &target) {
    std::string text;
    for (std::size_t i = 0; i < chain.count(); i++) {
        const chain_step &one = chain.member(i);
        text += made_for(conv2d_task{one.problem, one.layouts, target}, made.choices[i]) + "\n";
    }
    return text;
}

} // namespace

void chain_description<conv2d_chain_layer>::write(const dense_chain &of, const object_place &to,
                                                  const conv2d_options &opts) {
    require_floats(of);
    const machine target = machine::of(opts.compiled);
    const chain_program made = generate_chain(of, target, opts, to.name);
    write_function(made.pack_weights, to.further("pack_weights"), opts.compiled);
    write_function(made.run, to, opts.compiled);
    add_to_header(
        to, comment(of, made, to.name) +
                packed_declarations(to, made.weights_count, made_for_steps(of, made, target)));
}

} // namespace tiramisu::nn
