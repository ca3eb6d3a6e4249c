#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// The loss of a classifier at each pixel, and what the mean of all losses changes by with the
/// scores src, of which each channel is a class:
///
///     loss = log(sum over c of exp(src[c])) - src[label]
///     diff_src[c] = (softmax(src)[c] - (c == label ? 1 : 0)) / (mb * ih * iw)
///
/// A label is the number of a class, of type s32; at one that is none of them, no score counts as
/// right. No exponential overflows.
struct cross_entropy_problem : images {
    static constexpr const char *kind = "cross_entropy";
    /// A text with every word.
    static constexpr const char *example = "cross_entropy mb=8 ic=10 ih=1 iw=1 layout=nchw";

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb and layout may be left out. Throws user_error.
    static cross_entropy_problem parse(const std::string &text,
                                       source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    cross_entropy_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src; labels, of one channel
    std::vector<tensor> results() const; ///< loss, of one channel; diff_src
};

using cross_entropy = tensor_layer<cross_entropy_problem>;
extern template class layer<cross_entropy_problem, layer_options, search_options>;
extern template class tensor_layer<cross_entropy_problem>;

} // namespace tiramisu::nn
