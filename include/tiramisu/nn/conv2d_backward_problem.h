#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/layout.h"
#include "tiramisu/nn/tensor.h"

// The two layers that go backward through a convolution. Their words are those of the convolution
// and the layout of its images; it has no post-ops, whose own backward layers come first.

namespace tiramisu::nn {

/// What the loss changes by with the image that a convolution reads:
///
///     diff_src[n, c, i, j] = sum over f, y, x, ky, kx of weights[f, c, ky, kx]
///                            * diff_dst[n, f, y, x],
///     where i = y * sh - ph + ky * (dh + 1), j = x * sw - pw + kx * (dw + 1)
struct conv2d_backward_data_problem : conv2d_problem {
    static constexpr const char *kind = "conv2d_backward_data";
    /// A text with every word.
    static constexpr const char *example =
        "conv2d_backward_data mb=2 g=1 ic=20 oc=24 ih=9 iw=11 oh=9 ow=11 kh=3 kw=3 sh=1 sw=1 ph=1 "
        "pw=1 dh=0 dw=0 layout=nchw";

    layout format = layout::nchw; ///< of both images

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; ic, oc, ih and iw have to be there. Throws user_error.
    static conv2d_backward_data_problem parse(const std::string &text,
                                              source_place where = source_place::current());
    /// Throws user_error, naming the convolution, if the problem has no meaning.
    conv2d_backward_data_problem completed(source_place where = source_place::current()) const;

    tensor diff_dst() const, weights() const, diff_src() const;
};

/// What the loss changes by with the weights of a convolution, and with its bias:
///
///     diff_weights[f, c, ky, kx] = sum over n, y, x of diff_dst[n, f, y, x]
///                                  * src[n, c, y * sh - ph + ky * (dh + 1), ...]
///     diff_bias[f] = sum over n, y, x of diff_dst[n, f, y, x]
struct conv2d_backward_weights_problem : conv2d_problem {
    static constexpr const char *kind = "conv2d_backward_weights";
    /// A text with every word.
    static constexpr const char *example =
        "conv2d_backward_weights mb=2 g=1 ic=20 oc=24 ih=9 iw=11 oh=5 ow=6 kh=3 kw=3 sh=2 sw=2 "
        "ph=1 pw=1 dh=0 dw=0 bias=1 layout=nchw";

    layout format = layout::nchw; ///< of both images

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; ic, oc, ih and iw have to be there. Throws user_error.
    static conv2d_backward_weights_problem parse(const std::string &text,
                                                 source_place where = source_place::current());
    /// Throws user_error, naming the convolution, if the problem has no meaning.
    conv2d_backward_weights_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, diff_dst
    std::vector<tensor> results() const; ///< diff_weights[, diff_bias]
};

} // namespace tiramisu::nn
