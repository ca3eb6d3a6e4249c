#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Exponentials over their sum, along the channels or along the columns:
///
///     dst[..., i, ...] = exp(src[..., i, ...] - m) / sum over k of exp(src[..., k, ...] - m)
///
/// or the logarithm of that,
///
///     dst[..., i, ...] = src[..., i, ...] - m - log(sum over k of exp(src[..., k, ...] - m))
///
/// where m is the largest of the values, so that no exponential overflows.
struct softmax_problem : images {
    static constexpr const char *kind = "softmax";
    /// A text with every word.
    static constexpr const char *example = "softmax mb=8 ic=1000 ih=1 iw=1 axis=1 log=1 "
                                           "layout=nchw";

    int axis = 1;     ///< 1: channels, 3: columns
    bool log = false; ///< the logarithm

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb, axis, log and layout may be left out. Throws user_error.
    static softmax_problem parse(const std::string &text,
                                 source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    softmax_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src
    tensor dst() const;
};

using softmax = tensor_layer<softmax_problem>;
extern template class layer<softmax_problem, layer_options, search_options>;
extern template class tensor_layer<softmax_problem>;

} // namespace tiramisu::nn
