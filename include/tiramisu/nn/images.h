#pragma once

#include <array>

#include "tiramisu/nn/tensor.h"

namespace tiramisu::nn {

/// The images that a layer reads: what its problem begins with.
struct images {
    int mb = 1;                            ///< images; may be 0
    int ic = 0;                            ///< channels
    int ih = 0, iw = 0;                    ///< size of an image
    layout format = layout::nchw;          ///< of all the layer's images, the results among them
    element_type type = element_type::f32; ///< of their elements

    std::array<int, 4> src_extents() const { return {mb, ic, ih, iw}; }
    /// Images that lie so, of this type.
    tensor named(const std::string &name, const std::array<int, 4> &extents) const {
        return {name, extents, format, type};
    }
};

} // namespace tiramisu::nn
