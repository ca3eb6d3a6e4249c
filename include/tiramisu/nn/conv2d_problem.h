#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/product_types.h"

namespace tiramisu::nn {

/// A forward convolution of images, in oneDNN's letters:
///
///     dst[n, f, y, x] = bias[f] + sum over c, ky, kx of
///         weights[f, c, ky, kx] *
///         src[n, group(f) * ic / g + c, y * sh - ph + ky * (dh + 1), x * sw - pw + kx * (dw + 1)]
///
/// with zeros around the image, and then the post-ops in their order. A pooling may only be the
/// last of them.
struct conv2d_problem {
    int mb = 1;         ///< images; may be 0
    int g = 1;          ///< groups; divides ic and oc
    int ic = 0, oc = 0; ///< channels in and out, of all groups together
    int ih = 0, iw = 0; ///< size of an image
    int oh = 0,
        ow = 0; ///< size of the result before pooling; 0: as with equal padding on all sides
    int kh = 1, kw = 1; ///< kernel
    int sh = 1, sw = 1; ///< stride
    int ph = 0, pw = 0; ///< zeros above and to the left
    int dh = 0, dw = 0; ///< elements skipped between those of the kernel: 0 for a dense one
    bool bias = false;
    std::vector<post_op> post_ops;
    element_type type = element_type::f32; ///< of src; of the others where these do not say theirs
    std::optional<element_type> weights_type, dst_type; ///< the latter of residuals, too

    /// The one text of this problem: "conv2d mb=1 g=1 ic=64 oc=64 ih=56 iw=56 oh=56 ow=56 kh=3 kw=3
    /// sh=1 sw=1 ph=1 pw=1 dh=0 dw=0 bias=1 post=relu". Where there is no bias or no post-op, their
    /// word is left out; so are the last ones, which name
    /// types, type=u8 weights_type=s8 dst_type=s32, where all is f32, or of src's type. Equal
    /// problems have equal texts, and texts never change from one version to the next: performance
    /// databases hold them. Throws as completed().
    std::string text() const;
    /// From such a text. The words come in any order; what is left out has the value above, while
    /// ic, oc, ih and iw have to be there. Throws user_error.
    static conv2d_problem parse(const std::string &text,
                                source_place where = source_place::current());

    /// With oh and ow filled in. Throws user_error if the problem has no meaning.
    conv2d_problem completed(source_place where = source_place::current()) const;

    /// What the sizes come to; of a completed problem.
    std::array<int, 4> src_extents() const;     ///< mb, ic, ih, iw
    std::array<int, 4> weights_extents() const; ///< oc, ic / g, kh, kw
    std::array<int, 4> conv_extents() const;    ///< mb, oc, oh, ow
    std::array<int, 4> dst_extents() const;     ///< the same, after pooling
    /// Of src, weights and dst. Biases are of arithmetic().
    product_types types() const {
        return {type, weights_type.value_or(type), dst_type.value_or(type)};
    }
    bool has_residual() const;
    /// The pooling, null if there is none.
    const post::pool *pooling() const;
    /// Multiplications and additions of the sums; products with the zeros around count.
    double operations() const;
};

bool operator==(const conv2d_problem &left, const conv2d_problem &right);
inline bool operator!=(const conv2d_problem &left, const conv2d_problem &right) {
    return !(left == right);
}

} // namespace tiramisu::nn
