#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// Backward through a pooling. A mean gives its gradient to all values of its window alike; a
/// maximum to the first value, row by row, that is the largest of its window, which is found again
/// by comparing: nothing has to be kept when the pooling runs forward.
struct pooling_backward_problem : images {
    static constexpr const char *kind = "pooling_backward";
    /// A text with every word.
    static constexpr const char *example =
        "pooling_backward mb=2 ic=20 ih=14 iw=13 pool=max_pool:3x3:2x2:1x1 "
        "layout=nchw";

    post::pool pool;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb and layout may be left out. Throws user_error.
    static pooling_backward_problem parse(const std::string &text,
                                          source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    pooling_backward_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< diff_dst, and for a maximum src
    tensor dst() const;                  ///< diff_src
};

using pooling_backward = tensor_layer<pooling_backward_problem>;
extern template class layer<pooling_backward_problem, layer_options, search_options>;
extern template class tensor_layer<pooling_backward_problem>;

} // namespace tiramisu::nn
