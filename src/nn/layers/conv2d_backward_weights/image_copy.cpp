#include "nn/layers/conv2d_backward_weights/image_copy.h"

namespace tiramisu::nn {

void schedule_channels(const conv2d_task &of, const conv2d_iterators &at, computation image) {
    constexpr int together = 16;
    const var iy("iy"), ix("ix"), block("c_block"), c("c_in");
    image.split(at.c, together, block, c);
    if (of.channels() < together) {
        image.reorder({at.n, iy, at.g, block, c, ix}).vectorize(ix, of.target.lanes, tail::masked);
    } else {
        image.reorder({at.n, iy, at.g, block, ix, c}).vectorize(c, of.target.lanes, tail::masked);
    }
    image.parallelize(of.problem.mb >= of.target.threads ? at.n : iy);
}

} // namespace tiramisu::nn
