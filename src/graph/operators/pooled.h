#pragma once

#include <string>
#include <vector>

#include "graph/operators/expansion.h"
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

/// Of a pooling of the node's first input: where the maxima lie, a row of windows for each image.
/// Places are counted in the whole input.
std::string places_of_maxima(expansion &to, const pooled &what);

/// Any padding and dilation: window by window, by the definition. From "src" to "dst"; a mean also
/// reads "shares", which are the step's weights.
step windows_step(const pooled &what, int lanes);

} // namespace tiramisu::graph
