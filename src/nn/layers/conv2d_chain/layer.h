#pragma once

#include "nn/layers/conv2d_chain/compiled_chain.h"
#include "nn/layers/conv2d_chain/dense_chain.h"
#include "tiramisu/nn/conv2d_chain.h"

namespace tiramisu::nn {

template <>
struct chain_description<conv2d_chain_layer> {
    using convolution = conv2d;
    using chain = dense_chain;

    static dense_chain laid_out(const conv2d_chain_problem &problem, const conv2d_options &opts,
                                source_place where);
    static conv2d_options member_options(const dense_chain &of, std::size_t number,
                                         const conv2d_options &opts);

    static conv2d_options options_of(const find_options &opts, source_place where);
    static find_options member_search(const dense_chain &of, std::size_t number,
                                      const find_options &opts);

    static void write(const dense_chain &of, const object_place &to, const conv2d_options &opts);
};

template <>
struct compiled_layer<conv2d_chain_layer> : compiled_chain<conv2d_chain_layer> {
    using compiled_chain::compiled_chain;
};

} // namespace tiramisu::nn
