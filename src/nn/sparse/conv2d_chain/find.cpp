#include "nn/layers/conv2d/sized_problem.h"
#include "nn/sparse/conv2d_chain/layer.h"

namespace tiramisu::nn {

namespace {

using description = chain_description<sparse_conv2d_chain_layer>;

} // namespace

sparse_conv2d_chain_options description::options_of(const sparse_chain_find_options &opts,
                                                    source_place where) {
    require_fixed_sizes("a chain", opts.any_batch, opts.any_size, where);
    sparse_conv2d_chain_options made;
    static_cast<sparse_chain_steps &>(made) = opts;
    made.compiled = opts.compiled;
    made.layouts = opts.layouts;
    return made;
}

sparse_find_options description::member_search(const chain_members &of, std::size_t number,
                                               const sparse_chain_find_options &opts) {
    const sparse_conv2d_options known = of.options_of(number, opts);
    sparse_find_options made{opts, known.density, known.pattern};
    made.layouts = known.layouts;
    return made;
}

std::vector<std::vector<find_result>>
sparse_conv2d_chain::find_each(const conv2d_chain_problem &problem,
                               const sparse_chain_find_options &opts, source_place where) {
    return compiled::find_each(problem, opts, where);
}

std::vector<std::vector<find_result>>
sparse_conv2d_chain::find(const std::vector<conv2d_problem> &steps,
                          const sparse_chain_find_options &opts, source_place where) {
    return find_each(conv2d_chain_problem{steps}, opts, where);
}

std::vector<std::vector<find_result>>
sparse_conv2d_chain::find(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &steps,
                          const sparse_chain_find_options &opts, source_place where) {
    return find_each(conv2d_chain_problem{steps, shortcut}, opts, where);
}

} // namespace tiramisu::nn
