#pragma once

#include "peers/onednn_calls.h"

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

/// A convolution without its post-ops, as the library's calls take it: whatever layouts it likes.
struct onednn_convolution {
    onednn_convolution(const onednn &library, const nn::conv2d_problem &p)
        : src_extents(extents_of(p.src_extents())), dst_extents(extents_of(p.conv_extents())),
          weights_extents(p.g == 1 ? onednn_extents{p.oc, p.ic, p.kh, p.kw}
                                   : onednn_extents{p.g, p.oc / p.g, p.ic / p.g, p.kh, p.kw}),
          src(library.describe(src_extents, dnnl_format_tag_any)),
          dst(library.describe(dst_extents, dnnl_format_tag_any)),
          weights(library.describe(weights_extents, dnnl_format_tag_any)), strides{p.sh, p.sw},
          dilates{p.dh, p.dw}, before{p.ph, p.pw},
          after{(p.oh - 1) * p.sh + (p.kh - 1) * (p.dh + 1) + 1 - p.ih - p.ph,
                (p.ow - 1) * p.sw + (p.kw - 1) * (p.dw + 1) + 1 - p.iw - p.pw} {}

    onednn_extents src_extents, dst_extents, weights_extents;
    dnnl_memory_desc_t src, dst, weights;
    dnnl_dims_t strides, dilates, before, after;
};

} // namespace tiramisu::bench
