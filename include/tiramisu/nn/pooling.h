#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

/// The largest or the mean of each window of an image:
///
///     dst[n, c, y, x] = over wy, wx of src[n, c, y * sh - ph + wy, x * sw - pw + wx]
struct pooling_problem : images {
    static constexpr const char *kind = "pooling";
    /// A text with every word.
    static constexpr const char *example =
        "pooling mb=1 ic=64 ih=112 iw=112 pool=max_pool:3x3:2x2:1x1 "
        "layout=nchw";

    post::pool pool;

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; mb and layout may be left out. Throws user_error.
    static pooling_problem parse(const std::string &text,
                                 source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    pooling_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src
    tensor dst() const;
};

using pooling = tensor_layer<pooling_problem>;
extern template class layer<pooling_problem, layer_options, search_options>;
extern template class tensor_layer<pooling_problem>;

} // namespace tiramisu::nn
