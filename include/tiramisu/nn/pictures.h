#pragma once

#include <array>
#include <string>

#include "tiramisu/nn/layout.h"

namespace tiramisu::nn {

/// The pictures that a layer reads: what its problem begins with.
struct pictures {
    int mb = 1;                 ///< pictures; may be 0
    int ic = 0;                 ///< channels
    int ih = 0, iw = 0;         ///< size of a picture
    layout lies = layout::nchw; ///< of all the layer's pictures, the results among them

    std::array<int, 4> src_extents() const { return {mb, ic, ih, iw}; }
};

/// An argument of a layer.
struct tensor {
    std::string name;
    std::array<int, 4> extents; ///< picture, channel, row, column
    layout lies = layout::nchw;

    std::size_t size() const { return element_count(lies, extents); } ///< in floats
};

/// `count` floats.
inline tensor vector_tensor(const std::string &name, int count) {
    return {name, {1, count, 1, 1}};
}

} // namespace tiramisu::nn
