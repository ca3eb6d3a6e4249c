#include "tiramisu/nn/conv2d_chain.h"

#include "nn/layers/conv2d/layer.h"
#include "nn/layers/conv2d/sized_problem.h"
#include "nn/layers/conv2d_chain/layer.h"

namespace tiramisu::nn {

namespace {

using description = chain_description<conv2d_chain_layer>;

} // namespace

dense_chain description::laid_out(const conv2d_chain_problem &problem, const conv2d_options &opts,
                                  source_place where) {
    require_fixed_sizes("a chain", opts.any_batch, opts.any_size, where);
    return {problem, opts.layouts, where};
}

conv2d_options description::member_options(const dense_chain &of, std::size_t number,
                                           const conv2d_options &opts) {
    conv2d_options made = opts;
    made.layouts = of.member(number).layouts;
    return made;
}

conv2d_options description::options_of(const find_options &opts, source_place where) {
    return layer_description<conv2d_layer>::options_of(opts, where);
}

find_options description::member_search(const dense_chain &of, std::size_t number,
                                        const find_options &opts) {
    find_options made = opts;
    made.layouts = of.member(number).layouts;
    return made;
}

template class layer<conv2d_chain_problem, conv2d_options, find_options>;

conv2d_chain::conv2d_chain(const std::vector<conv2d_problem> &steps, const conv2d_options &opts,
                           source_place where)
    : conv2d_chain(conv2d_chain_problem{steps}, opts, where) {}

conv2d_chain::conv2d_chain(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &steps,
                           const conv2d_options &opts, source_place where)
    : conv2d_chain(conv2d_chain_problem{steps, shortcut}, opts, where) {}

conv2d_chain::conv2d_chain(const resize_problem &first, const std::vector<conv2d_problem> &steps,
                           const conv2d_options &opts, source_place where)
    : conv2d_chain(conv2d_chain_problem{steps, std::nullopt, first}, opts, where) {}

conv2d_chain::packed_weights conv2d_chain::pack(const const_elements_list &weights,
                                                source_place where) const {
    code().chain.require_all(weights.size(), "pack", "weights", where);
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(code().layers.member(i).pack(weights[i], where));
    }
    return packed;
}

void conv2d_chain::run(const_elements src, const packed_weights &weights,
                       const const_elements_list &biases, elements dst, source_place where) const {
    code().chain.require_all(weights.size(), "run", "weights", where);
    code().chain.require_all(biases.size(), "run", "biases", where);
    code().layers.run(src, weights, biases, dst, where);
}

invocation conv2d_chain::prepare(const_elements src, const packed_weights &weights,
                                 const const_elements_list &biases, elements dst,
                                 const execution &opts, source_place where) const {
    code().chain.require_all(weights.size(), "prepare", "weights", where);
    code().chain.require_all(biases.size(), "prepare", "biases", where);
    return code().layers.prepare(src, weights, biases, dst, opts, where);
}

const std::vector<conv2d> &conv2d_chain::steps() const {
    return code().layers.steps;
}

const conv2d *conv2d_chain::shortcut() const {
    return code().layers.shortcut ? &*code().layers.shortcut : nullptr;
}

std::vector<std::vector<find_result>> conv2d_chain::find_each(const conv2d_chain_problem &problem,
                                                              const find_options &opts,
                                                              source_place where) {
    return compiled::find_each(problem, opts, where);
}

} // namespace tiramisu::nn
