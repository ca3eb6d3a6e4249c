// Calls a convolution that the generator tiramisu::conv2d wrote when this program was built. It is
// linked with the object and the run-time library alone.
#include "conv3.h"
#include "layer_data.h"

#include <HalideBuffer.h>

#include <cstdio>

int main() {
    constexpr int channels = layer_data::channels, filters = layer_data::filters;
    constexpr int size = layer_data::size, kernel = layer_data::kernel;
    layer_data data;
    // Buffers take sizes innermost first.
    Halide::Runtime::Buffer<float> src(data.src.data(), size, size, channels, 1);
    Halide::Runtime::Buffer<float> weights(data.weights.data(), kernel, kernel, channels, filters);
    Halide::Runtime::Buffer<float> bias(data.bias.data(), filters);
    Halide::Runtime::Buffer<float> dst(data.dst.data(), size, size, filters, 1);

    // Once, however often the layer runs.
    Halide::Runtime::Buffer<float> packed(conv3_packed_weights_size);
    if (conv3_pack_weights(weights, packed) != 0) {
        return 1;
    }
    int status = 0;
    const double generated = median_time(20, [&] { status |= conv3(src, packed, bias, dst); });
    const double plain = median_time(1, [&] { data.run_plain_loops(); });
    std::printf("plain loops %.1f ms, generated %.2f ms\n", plain, generated);
    std::printf("largest difference %.2g\n", data.difference());
    return status == 0 && data.difference() < 1e-3f ? 0 : 1;
}
