#pragma once

#include <string>
#include <vector>

#include "graph/operators/step.h"
#include "graph/operators/window.h"

namespace tiramisu::graph {

/// A pooling of images.
struct pooled {
    std::int64_t images, channels;
    std::vector<window> windows; ///< at least rows, columns
    bool is_maximum = false;
    bool counts_padding = false; ///< of a mean

    const window &rows() const { return windows[0]; }
    const window &columns() const { return windows[1]; }

    /// Images, channels, and that of each window.
    shape sizes(std::int64_t window::*size) const;
};

/// Of a window from `at`: how many elements a mean divides by.
std::int64_t divisor(const window &one, std::int64_t at, bool counts_padding);

/// Any padding and dilation: window by window, by the definition. From "src" to "dst"; a mean also
/// reads "shares", which are the step's weights.
step windows_step(const pooled &what, int lanes);

} // namespace tiramisu::graph
