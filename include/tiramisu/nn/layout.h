#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// How the elements of a tensor of pictures lie in memory, the last letter side by side.
enum class layout {
    nchw,   ///< plain: picture, channel, row, column
    nhwc,   ///< picture, row, column, channel
    nchw16c ///< picture, block of 16 channels, row, column, channel in the block
};

/// "nchw", "nhwc", "nchw16c".
std::string to_string(layout which);
/// The reverse. Throws user_error.
layout parse_layout(const std::string &text, source_place where = source_place::current());

/// Floats that a tensor of these extents (picture, channel, row, column) takes. In nchw16c the last
/// block is whole; the channels that it has too many are neither read nor written.
std::size_t element_count(layout which, const std::array<int, 4> &extents);

/// Position of an element, counted in floats.
std::size_t element_position(layout which, const std::array<int, 4> &extents,
                             const std::array<int, 4> &index);

} // namespace tiramisu::nn
