#include "tiramisu/nn/sparse_conv2d_chain.h"

#include "nn/sparse/conv2d_chain/layer.h"

namespace tiramisu::nn {

namespace {

using description = chain_description<sparse_conv2d_chain_layer>;

/// Steps may be alike, so what is refused says which one it is of.
sparse_conv2d::packed_weights packed_member(const chain_members &chain, std::size_t number,
                                            const sparse_conv2d &layer,
                                            const sparse::csr_matrix &weights, source_place where) {
    try {
        return layer.pack(weights, where);
    } catch (const user_error &refused) {
        throw user_error(refused.subject(), "pack, " + chain.member_name(number), refused.problem(),
                         where);
    }
}

} // namespace

chain_members description::laid_out(const conv2d_chain_problem &problem,
                                    const sparse_conv2d_chain_options &opts, source_place where) {
    chain_members chain(problem, opts.layouts, opts.between, where, opts.compiled);
    chain.require_one_each(opts, where);
    return chain;
}

sparse_conv2d_options description::member_options(const chain_members &of, std::size_t number,
                                                  const sparse_conv2d_chain_options &opts) {
    sparse_conv2d_options made = of.options_of(number, opts);
    static_cast<layer_options &>(made) = opts;
    return made;
}

template class layer<conv2d_chain_problem, sparse_conv2d_chain_options, sparse_chain_find_options>;

sparse_conv2d_chain::sparse_conv2d_chain(const std::vector<conv2d_problem> &steps,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : sparse_conv2d_chain(conv2d_chain_problem{steps}, opts, where) {}

sparse_conv2d_chain::sparse_conv2d_chain(const conv2d_problem &shortcut,
                                         const std::vector<conv2d_problem> &steps,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : sparse_conv2d_chain(conv2d_chain_problem{steps, shortcut}, opts, where) {}

sparse_conv2d_chain::sparse_conv2d_chain(const resize_problem &first,
                                         const std::vector<conv2d_problem> &steps,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : sparse_conv2d_chain(conv2d_chain_problem{steps, std::nullopt, first}, opts, where) {}

sparse_conv2d_chain::packed_weights
sparse_conv2d_chain::pack(const std::vector<sparse::csr_matrix> &weights,
                          source_place where) const {
    code().chain.require_all(weights.size(), "pack", "weights", where);
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(
            packed_member(code().chain, i, code().layers.member(i), weights[i], where));
    }
    return packed;
}

void sparse_conv2d_chain::run(const_elements src, const packed_weights &weights,
                              const const_elements_list &biases, elements dst,
                              source_place where) const {
    code().chain.require_all(weights.size(), "run", "weights", where);
    code().chain.require_all(biases.size(), "run", "biases", where);
    code().layers.run(src, weights, biases, dst, where);
}

invocation sparse_conv2d_chain::prepare(const_elements src, const packed_weights &weights,
                                        const const_elements_list &biases, elements dst,
                                        const execution &opts, source_place where) const {
    code().chain.require_all(weights.size(), "prepare", "weights", where);
    code().chain.require_all(biases.size(), "prepare", "biases", where);
    return code().layers.prepare(src, weights, biases, dst, opts, where);
}

const std::vector<sparse_conv2d> &sparse_conv2d_chain::steps() const {
    return code().layers.steps;
}

const sparse_conv2d *sparse_conv2d_chain::shortcut() const {
    return code().layers.shortcut ? &*code().layers.shortcut : nullptr;
}

} // namespace tiramisu::nn
