// Runs the generated pipeline on a photograph, beside plain C++ loops. Of the compiler it knows the
// generated header only; it is linked with the generated object and the runtime library.
#include "photo_pipeline.h"

#include "filters.h"
#include "picture.h"
#include "plain_loops.h"

#include <HalideBuffer.h>
#include <tiramisu/runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using sizes = pipeline_sizes;
constexpr int repeats = 25;
constexpr float tolerance = 1e-5f; // products fused with sums round once instead of twice

/// Median milliseconds of each work. They take turns, so that what disturbs the machine disturbs
/// all of them.
std::vector<double> measure(const std::vector<std::function<void()>> &works) {
    std::vector<std::vector<double>> times(works.size());
    for (int repeat = 0; repeat < repeats; repeat++) {
        for (std::size_t which = 0; which < works.size(); which++) {
            works[which](); // warms up: caches, threads
            const auto start = std::chrono::steady_clock::now();
            works[which]();
            const std::chrono::duration<double, std::milli> time =
                std::chrono::steady_clock::now() - start;
            times[which].push_back(time.count());
        }
    }
    std::vector<double> medians;
    for (std::vector<double> &own : times) {
        std::sort(own.begin(), own.end());
        medians.push_back(own[own.size() / 2]);
    }
    return medians;
}

float largest_difference(const std::vector<float> &left, const std::vector<float> &right) {
    float difference = 0;
    for (std::size_t element = 0; element < left.size(); element++) {
        const float here = std::abs(left[element] - right[element]);
        difference = std::isnan(here) ? INFINITY : std::max(difference, here);
    }
    return difference;
}

int run(const std::string &path) {
    const picture image = read_png_as_rgb(path);
    if (image.width != sizes::size || image.height != sizes::size) {
        std::printf("%s has %d x %d pixels; the pipeline was generated for %d x %d\n", path.c_str(),
                    image.width, image.height, sizes::size, sizes::size);
        return 1;
    }
    std::vector<float> photo = to_planes_with_border(image);
    filter_bank filters = make_filters();
    std::vector<float> plain(sizes::filters * sizes::pooled_size * sizes::pooled_size);
    std::vector<float> row_by_row(plain.size()), generated(plain.size());

    // Halide's buffers name the innermost dimension first.
    using Halide::Runtime::Buffer;
    Buffer<float, 3> photo_buffer(photo.data(), sizes::photo_size, sizes::photo_size, 3);
    Buffer<float, 4> weights_buffer(filters.weights.data(), 3, 3, 3, sizes::filters);
    Buffer<float, 1> bias_buffer(filters.bias.data(), sizes::filters);
    Buffer<float, 3> pooled_buffer(generated.data(), sizes::pooled_size, sizes::pooled_size,
                                   sizes::filters);
    if (const int error =
            photo_pipeline(photo_buffer, weights_buffer, bias_buffer, pooled_buffer)) {
        std::printf("photo_pipeline failed with error %d\n", error);
        return 1;
    }

    const int all_threads = tiramisu_get_num_threads();
    const auto generated_with = [&](int threads) {
        return [&, threads] {
            tiramisu_set_num_threads(threads);
            photo_pipeline(photo_buffer, weights_buffer, bias_buffer, pooled_buffer);
        };
    };
    const auto plain_with = [&](auto version, std::vector<float> &result) {
        return [&, version] {
            version(photo.data(), filters.weights.data(), filters.bias.data(), result.data());
        };
    };
    const std::vector<double> times =
        measure({plain_with(plain_loops, plain), plain_with(plain_loops_row_by_row, row_by_row),
                 generated_with(1), generated_with(all_threads)});
    const float difference =
        std::max(largest_difference(generated, plain), largest_difference(generated, row_by_row));

    std::printf("photograph   %s, %d x %d pixels\n", path.c_str(), image.width, image.height);
    std::printf("pipeline     convolution 3 -> %d channels 3x3, bias, ReLU, 2x2 max pool\n",
                sizes::filters);
    std::printf("result       %d channels of %d x %d; largest difference from the plain loops %.1e "
                "(allowed %.0e): %s\n",
                sizes::filters, sizes::pooled_size, sizes::pooled_size, difference, tolerance,
                difference <= tolerance ? "agree" : "DISAGREE");
    std::printf("plain C++    %7.2f ms  one sum after another, 1 thread\n", times[0]);
    std::printf("plain C++    %7.2f ms  row by row, vectorized by the C++ compiler, 1 thread\n",
                times[1]);
    std::printf("generated    %7.2f ms  1 thread: %.1f and %.1f times as fast\n", times[2],
                times[0] / times[2], times[1] / times[2]);
    if (all_threads > 1) {
        std::printf("generated    %7.2f ms  %d threads: %.1f and %.1f times as fast\n", times[3],
                    all_threads, times[0] / times[3], times[1] / times[3]);
    }
    std::printf("             (medians of %d runs in turns, warm)\n", repeats);

    const std::string sheet_path = "photo_pipeline.png";
    write_png(contact_sheet(generated.data(), sizes::filters, sizes::pooled_size, 4), sheet_path);
    std::printf("picture      %s\n", std::filesystem::absolute(sheet_path).c_str());
    return difference <= tolerance ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::printf("usage: %s PHOTOGRAPH.png\n", argv[0]);
        return 2;
    }
    try {
        return run(argv[1]);
    } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
        return 1;
    }
}
