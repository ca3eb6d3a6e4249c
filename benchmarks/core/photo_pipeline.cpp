#include "core/core.h"

#include "accuracy.h"
#include "photo_pipeline.h"
#include "plain_loops.h"
#include "rounds.h"

#include <HalideBuffer.h>
#include <tiramisu/runtime.h>

#include <algorithm>

namespace tiramisu::bench {

namespace {

using sizes = pipeline_sizes;
constexpr double operations =
    2.0 * sizes::filters * sizes::channels * 9 * sizes::size * sizes::size;

struct pipeline_data {
    std::vector<float> photo =
        random_floats(sizes::channels * sizes::photo_size * sizes::photo_size, 1);
    std::vector<float> weights = random_floats(sizes::filters * sizes::channels * 9, 2);
    std::vector<float> bias = random_floats(sizes::filters, 3);
    std::vector<float> pooled =
        std::vector<float>(sizes::filters * sizes::pooled_size * sizes::pooled_size);
};

double convolution(const pipeline_data &data, int f, int y, int x) {
    double sum = data.bias[static_cast<std::size_t>(f)];
    for (int tap = 0; tap < sizes::channels * 9; tap++) {
        const int c = tap / 9, ky = tap / 3 % 3, kx = tap % 3;
        const int from = (c * sizes::photo_size + y + ky) * sizes::photo_size + x + kx;
        sum += static_cast<double>(
                   data.weights[static_cast<std::size_t>(f * sizes::channels * 9 + tap)]) *
               data.photo[static_cast<std::size_t>(from)];
    }
    return sum;
}

std::vector<double> reference(const pipeline_data &data) {
    std::vector<double> pooled;
    pooled.reserve(data.pooled.size());
    for (int f = 0; f < sizes::filters; f++) {
        for (int y = 0; y < sizes::size; y += 2) {
            for (int x = 0; x < sizes::size; x += 2) {
                pooled.push_back(
                    std::max({0.0, convolution(data, f, y, x), convolution(data, f, y, x + 1),
                              convolution(data, f, y + 1, x), convolution(data, f, y + 1, x + 1)}));
            }
        }
    }
    return pooled;
}

using plain_version = void (*)(const float *, const float *, const float *, float *);

} // namespace

void run_photo_pipeline(session &here) {
    if (!here.wants("photo_pipeline")) {
        return;
    }
    pipeline_data data;
    std::vector<float> plain_result(data.pooled.size());
    const std::vector<double> expected = reference(data);
    using Halide::Runtime::Buffer;
    Buffer<float, 3> photo(data.photo.data(), sizes::photo_size, sizes::photo_size, 3);
    Buffer<float, 4> weights(data.weights.data(), 3, 3, 3, sizes::filters);
    Buffer<float, 1> bias(data.bias.data(), sizes::filters);
    Buffer<float, 3> pooled(data.pooled.data(), sizes::pooled_size, sizes::pooled_size,
                            sizes::filters);
    const auto ours = [&] { ::photo_pipeline(photo, weights, bias, pooled); };
    const auto plain = [&](plain_version version) {
        return [&, version] {
            version(data.photo.data(), data.weights.data(), data.bias.data(), plain_result.data());
        };
    };

    for (const int threads : here.threads) {
        tiramisu_set_num_threads(threads);
        std::fill(data.pooled.begin(), data.pooled.end(), -1.0f);
        ours();
        const double error = relative_error(data.pooled.data(), expected);
        const std::vector<timing> times =
            interleaved_rounds({timed_here(ours), timed_here(plain(plain_loops_row_by_row)),
                                timed_here(plain(plain_loops))},
                               here.rounds());
        const char *peers[] = {"plain_by_row", "plain"}; // on one thread, whatever ours has
        for (std::size_t peer = 0; peer < 2; peer++) {
            row one;
            one.id = "photo_pipeline";
            one.variant = "dsl";
            one.threads = threads;
            one.ours_ms = times[0].median;
            one.ours_min_ms = times[0].fastest;
            one.peer = peers[peer];
            one.peer_ms = times[peer + 1].median;
            one.peer_min_ms = times[peer + 1].fastest;
            one.gflops = operations / times[0].median * 1e-6;
            one.peak_share = here.peak_share(*one.gflops, threads);
            one.max_error = error;
            here.add(one);
        }
    }
    tiramisu_set_num_threads(0);
}

} // namespace tiramisu::bench
