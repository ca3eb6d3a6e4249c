#include "nn/layers/conv2d/sized_problem.h"
#include "nn/sparse/conv2d_chain/members.h"
#include "tiramisu/nn/sparse_conv2d_chain.h"

namespace tiramisu::nn {

std::vector<std::vector<find_result>>
sparse_conv2d_chain::find(const conv2d_chain_problem &problem,
                          const sparse_chain_find_options &opts, source_place where) {
    const chain_members chain(problem, opts.layouts, opts.between, where, opts.compiled);
    chain.require_one_each(opts, where);
    require_fixed_sizes("a chain", opts.any_batch, opts.any_size, where);
    std::vector<std::vector<find_result>> results;
    for (std::size_t i = 0; i < chain.count(); i++) {
        const sparse_conv2d_options known = chain.options_of(i, opts);
        sparse_find_options step{opts, known.density, known.pattern};
        step.layouts = known.layouts;
        results.push_back(sparse_conv2d::find(chain.member(i).problem, step, where));
    }
    return results;
}

std::vector<std::vector<find_result>>
sparse_conv2d_chain::find(const std::vector<conv2d_problem> &steps,
                          const sparse_chain_find_options &opts, source_place where) {
    return find(conv2d_chain_problem{steps}, opts, where);
}

std::vector<std::vector<find_result>>
sparse_conv2d_chain::find(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &steps,
                          const sparse_chain_find_options &opts, source_place where) {
    return find(conv2d_chain_problem{steps, shortcut}, opts, where);
}

} // namespace tiramisu::nn
