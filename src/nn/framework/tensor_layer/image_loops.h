#pragma once

#include <vector>

#include "nn/framework/program/machine.h"
#include "tiramisu/computation.h"
#include "tiramisu/nn/images.h"

namespace tiramisu::nn {

/// The iterators of a result: image, channel, row, column.
struct image_iterators {
    var n, c, y, x;

    explicit image_iterators(const std::array<int, 4> &extents)
        : n("n", 0, extents[0]), c("c", 0, extents[1]), y("y", 0, extents[2]),
          x("x", 0, extents[3]) {}
};

/// Loops in the order in which the elements of a tensor lie.
struct image_loops {
    struct loop {
        var name;
        int iterations;
    };
    std::vector<loop> outer; ///< outermost first
    loop inner;              ///< over elements side by side

    /// The outermost one that has an iteration for each thread; else the longest.
    var parallel(const machine &target) const;
};

/// Gives a computation over n, c, y, x the loops of the tensor that it is stored in.
image_loops order_as_stored(computation &result, const image_iterators &at, const tensor &stored);

/// The same; then neighbouring elements are the lanes of vectors, and an outer loop is parallel.
image_loops run_as_stored(computation &result, const image_iterators &at, const tensor &stored,
                          const machine &target);

} // namespace tiramisu::nn
