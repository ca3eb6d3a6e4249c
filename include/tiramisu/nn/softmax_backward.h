#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Backward through a softmax along the axis, of its result dst:
///
///     diff_src[i] = dst[i] * (diff_dst[i] - sum over k of diff_dst[k] * dst[k])
///
/// or through the logarithm of one, where dst is that:
///
///     diff_src[i] = diff_dst[i] - exp(dst[i]) * sum over k of diff_dst[k]
struct softmax_backward_problem : images {
    static constexpr const char *kind = "softmax_backward";
    /// A text with every word.
    static constexpr const char *example = "softmax_backward mb=8 ic=1000 ih=1 iw=1 axis=1 log=1 "
                                           "layout=nchw";

    int axis = 1;     ///< 1: channels, 3: columns
    bool log = false; ///< of the logarithm

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static softmax_backward_problem parse(const std::string &text,
                                          source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    softmax_backward_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< dst, diff_dst
    tensor dst() const;                  ///< diff_src
};

using softmax_backward = tensor_layer<softmax_backward_problem>;
extern template class layer<softmax_backward_problem, layer_options, search_options>;
extern template class tensor_layer<softmax_backward_problem>;

} // namespace tiramisu::nn
