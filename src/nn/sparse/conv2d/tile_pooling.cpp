#include "nn/sparse/conv2d/tile_pooling.h"

#include "nn/layers/conv2d/pooling.h"

namespace tiramisu::nn {

tile_pooling::tile_pooling(const conv2d_problem &problem, const conv2d_pictures &pictures)
    : pools_(problem.pooling() != nullptr), picture_{pooling_of(problem), problem.oh, problem.ow},
      pictures_(pictures) {}

expr tile_pooling::taken(const expr &sum, const dst_position &at) const {
    if (!pools_) {
        return sum;
    }
    // Tiles also have positions that no window has; what they compute is read by nothing.
    const dst_position nearest = {at.n, at.f, clamp(at.y, 0, picture_.rows - 1),
                                  clamp(at.x, 0, picture_.columns - 1)};
    const expr value = pictures_.finished(sum, nearest);
    return picture_.is_left()
               ? select(at.y >= 0 && at.y < picture_.rows && at.x >= 0 && at.x < picture_.columns,
                        value, picture_.nothing())
               : value;
}

expr tile_pooling::together(int parts, const std::function<expr(int)> &part) const {
    return picture_.together(parts, part);
}

expr tile_pooling::result(const expr &all, const dst_position &at) const {
    if (!pools_) {
        return pictures_.finished(all, at);
    }
    return picture_.scaled(all, picture_.share(at.y, at.x));
}

} // namespace tiramisu::nn
