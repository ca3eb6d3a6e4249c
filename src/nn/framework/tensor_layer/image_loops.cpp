#include "nn/framework/tensor_layer/image_loops.h"

#include "nn/framework/program/layout_map.h"

namespace tiramisu::nn {

var image_loops::parallel(const machine &target) const {
    const loop *longest = &outer.front();
    for (const loop &one : outer) {
        if (one.iterations >= target.threads) {
            return one.name;
        }
        longest = one.iterations > longest->iterations ? &one : longest;
    }
    return longest->name;
}

image_loops order_as_stored(computation &result, const image_iterators &at, const tensor &stored) {
    constexpr int block = channels_of_block;
    const auto [images, channels, height, width] = stored.extents.of_images();
    const image_loops::loop n{at.n, images}, c{at.c, channels}, y{at.y, height}, x{at.x, width};
    switch (stored.format) {
    case layout::nchw: return {{n, c, y}, x};
    case layout::nhwc: result.reorder({at.n, at.y, at.x, at.c}); return {{n, y, x}, c};
    case layout::nchw16c: {
        const var c_block("c_block"), c_lane("c_lane");
        result.split(at.c, block, c_block, c_lane);
        result.reorder({at.n, c_block, at.y, at.x, c_lane});
        return {{n, {c_block, (channels + block - 1) / block}, y, x}, {c_lane, block}};
    }
    case layout::lifted: break; // refused by tensor_arguments
    }
    return {};
}

image_loops run_as_stored(computation &result, const image_iterators &at, const tensor &stored,
                          const machine &target) {
    image_loops loops = order_as_stored(result, at, stored);
    result.vectorize(loops.inner.name, target.lanes, tail::masked);
    result.parallelize(loops.parallel(target));
    return loops;
}

} // namespace tiramisu::nn
