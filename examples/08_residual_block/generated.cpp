// Calls the block that the generator tiramisu::conv2d_chain wrote when this program was built. It
// is linked with the object and the run-time library alone.
#include "plain_block.h"
#include "residual_block.h"

#include <HalideBuffer.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

int main() {
    constexpr int channels = plain_block::channels, size = plain_block::size, kernel = 3;
    plain_block data;
    std::vector<float> result(data.expected.size());
    // Buffers take sizes innermost first.
    Halide::Runtime::Buffer<float> src(data.src.data(), size, size, channels, 1);
    Halide::Runtime::Buffer<float> first(data.first_weights.data(), kernel, kernel, channels,
                                         channels);
    Halide::Runtime::Buffer<float> second(data.second_weights.data(), kernel, kernel, channels,
                                          channels);
    Halide::Runtime::Buffer<float> dst(result.data(), size, size, channels, 1);

    // Once, however often the block runs.
    Halide::Runtime::Buffer<float> packed(residual_block_packed_weights_size);
    if (residual_block_pack_weights(first, second, packed) != 0 ||
        residual_block(src, packed, dst) != 0) {
        return 1;
    }
    float difference = 0;
    for (std::size_t i = 0; i < result.size(); i++) {
        const float here = std::fabs(result[i] - data.expected[i]);
        difference = here <= difference ? difference : here; // so that a NaN is the largest
    }
    std::printf("generated: largest difference %.1g\n", difference);
    return difference < 1e-3f ? 0 : 1;
}
