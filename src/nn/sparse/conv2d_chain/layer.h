#pragma once

#include "nn/layers/conv2d_chain/compiled_chain.h"
#include "nn/sparse/conv2d_chain/members.h"
#include "tiramisu/nn/sparse_conv2d_chain.h"

namespace tiramisu::nn {

template <>
struct chain_description<sparse_conv2d_chain_layer> {
    using convolution = sparse_conv2d;
    using chain = chain_members;

    static chain_members laid_out(const conv2d_chain_problem &problem,
                                  const sparse_conv2d_chain_options &opts, source_place where);
    static sparse_conv2d_options member_options(const chain_members &of, std::size_t number,
                                                const sparse_conv2d_chain_options &opts);

    static sparse_conv2d_chain_options options_of(const sparse_chain_find_options &opts,
                                                  source_place where);
    static sparse_find_options member_search(const chain_members &of, std::size_t number,
                                             const sparse_chain_find_options &opts);

    static void write(const chain_members &of, const object_place &to,
                      const sparse_conv2d_chain_options &opts);
};

template <>
struct compiled_layer<sparse_conv2d_chain_layer> : compiled_chain<sparse_conv2d_chain_layer> {
    using compiled_chain::compiled_chain;
};

} // namespace tiramisu::nn
