#pragma once

#include <functional>
#include <vector>

#include "dnn/convolutions.h"

namespace tiramisu::bench {

/// A library's convolutions, prepared: weights lie in the layouts that the library chose.
struct prepared_chain {
    std::function<void()> run;    ///< empty if the library is not installed, or cannot do it
    std::function<void()> unpack; ///< writes the result to where it was asked for
};

/// Where images lie when run() begins and ends.
enum class onednn_formats {
    own,  ///< in the layouts that the library chose
    plain ///< image, channel, row, column: run() brings them into the library's and back
};

/// oneDNN's convolutions of plain tensors one after the other, for as many threads as OpenMP has
/// now: activations and residuals as post-ops, poolings and a resizing as primitives of their own.
/// Biases are those of all(), in its order; null of a problem without. Of problems with no other
/// post-ops than ReLU, residual and maximum pooling.
prepared_chain onednn_chain(const convolutions &of, onednn_formats formats, const float *src,
                            const std::vector<const float *> &weights, float *dst,
                            const std::vector<const float *> &biases = {});

} // namespace tiramisu::bench
