#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Backward through activations, each element by itself: diff_src = diff_dst * f'(src), where f are
/// the activations in their order and src is what they read. At a kink the slope of its left side
/// counts for relu and leaky_relu, and 0 for clip.
struct eltwise_backward_problem : images {
    static constexpr const char *kind = "eltwise_backward";
    /// A text with every word.
    static constexpr const char *example = "eltwise_backward mb=1 ic=64 ih=56 iw=56 post=relu "
                                           "layout=nchw";

    std::vector<post_op> post_ops; ///< neither pooling nor residual_add

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static eltwise_backward_problem parse(const std::string &text,
                                          source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    eltwise_backward_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, diff_dst
    tensor dst() const;                  ///< diff_src
};

using eltwise_backward = tensor_layer<eltwise_backward_problem>;
extern template class layer<eltwise_backward_problem, layer_options, search_options>;
extern template class tensor_layer<eltwise_backward_problem>;

} // namespace tiramisu::nn
