#include "dnn/images.h"

#include "accuracy.h"

namespace tiramisu::bench {

aligned_floats randoms(std::size_t count, unsigned seed) {
    const std::vector<float> values = random_floats(count, seed);
    return {values.begin(), values.end()};
}

std::size_t plain_count(const std::array<int, 4> &extents) {
    return nn::element_count(nn::layout::nchw, extents);
}

void rearrange(const std::array<int, 4> &extents, nn::layout from_layout,
               const aligned_floats &from, nn::layout to_layout, aligned_floats &to) {
    for (int n = 0; n < extents[0]; n++) {
        for (int c = 0; c < extents[1]; c++) {
            for (int y = 0; y < extents[2]; y++) {
                for (int x = 0; x < extents[3]; x++) {
                    to[nn::element_position(to_layout, extents, {n, c, y, x})] =
                        from[nn::element_position(from_layout, extents, {n, c, y, x})];
                }
            }
        }
    }
}

} // namespace tiramisu::bench
