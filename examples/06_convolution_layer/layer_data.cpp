#include "layer_data.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

std::vector<float> randoms(int count, unsigned seed) {
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float &value : values) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<float>(seed >> 8) / (1 << 23) - 1;
    }
    return values;
}

} // namespace

layer_data::layer_data()
    : src(randoms(channels * size * size, 1)),
      weights(randoms(filters * channels * kernel * kernel, 2)), bias(randoms(filters, 3)),
      dst(static_cast<std::size_t>(filters * size * size)), expected(dst.size()) {}

void layer_data::run_plain_loops() {
    for (int f = 0; f < filters; f++) {
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                float sum = bias.data()[f];
                for (int c = 0; c < channels; c++) {
                    for (int ky = 0; ky < kernel; ky++) {
                        for (int kx = 0; kx < kernel; kx++) {
                            const int row = y + ky - 1, column = x + kx - 1;
                            if (row >= 0 && row < size && column >= 0 && column < size) {
                                sum +=
                                    weights
                                        .data()[((f * channels + c) * kernel + ky) * kernel + kx] *
                                    src.data()[(c * size + row) * size + column];
                            }
                        }
                    }
                }
                expected.data()[(f * size + y) * size + x] = std::max(sum, 0.0f);
            }
        }
    }
}

float layer_data::difference() const {
    float largest = 0;
    for (std::size_t i = 0; i < dst.size(); i++) {
        const float here = std::abs(dst[i] - expected[i]);
        largest = here <= largest ? largest : here; // so that a NaN is the largest
    }
    return largest;
}

double median_time(int runs, const std::function<void()> &run) {
    std::vector<double> times;
    for (int i = 0; i < runs; i++) {
        const auto start = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - start;
        times.push_back(taken.count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}
