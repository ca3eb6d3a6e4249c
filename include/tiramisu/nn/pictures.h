#pragma once

#include <array>

#include "tiramisu/nn/tensor.h"

namespace tiramisu::nn {

/// The pictures that a layer reads: what its problem begins with.
struct pictures {
    int mb = 1;                            ///< pictures; may be 0
    int ic = 0;                            ///< channels
    int ih = 0, iw = 0;                    ///< size of a picture
    layout lies = layout::nchw;            ///< of all the layer's pictures, the results among them
    element_type type = element_type::f32; ///< of their elements

    std::array<int, 4> src_extents() const { return {mb, ic, ih, iw}; }
    /// Pictures that lie so, of this type.
    tensor named(const std::string &name, const std::array<int, 4> &extents) const {
        return {name, extents, lies, type};
    }
};

} // namespace tiramisu::nn
