#include "nn/sparse/conv2d/tile_pooling.h"

#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

tile_pooling::tile_pooling(const conv2d_problem &problem, const conv2d_images &images)
    : pools_(problem.pooling() != nullptr), image_{pooling_of(problem), problem.oh, problem.ow},
      images_(images) {}

expr tile_pooling::taken(const expr &sum, const dst_position &at) const {
    if (!pools_) {
        return sum;
    }
    // Tiles also have positions that no window has; what they compute is read by nothing.
    const dst_position nearest = {at.n, at.f, clamp(at.y, 0, image_.rows - 1),
                                  clamp(at.x, 0, image_.columns - 1)};
    const expr value = images_.finished(sum, nearest);
    return image_.is_left()
               ? select(at.y >= 0 && at.y < image_.rows && at.x >= 0 && at.x < image_.columns,
                        value, image_.nothing())
               : value;
}

expr tile_pooling::together(int parts, const std::function<expr(int)> &part) const {
    return image_.together(parts, part);
}

expr tile_pooling::result(const expr &all, const dst_position &at) const {
    if (!pools_) {
        return images_.finished(all, at);
    }
    return image_.scaled(all, image_.share(at.y, at.x));
}

} // namespace tiramisu::nn
