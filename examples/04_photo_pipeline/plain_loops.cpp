#include "plain_loops.h"

#include <algorithm>
#include <vector>

namespace {

constexpr int size = pipeline_sizes::size;
constexpr int channels = pipeline_sizes::channels;
constexpr int filters = pipeline_sizes::filters;
constexpr int photo_size = pipeline_sizes::photo_size;
constexpr int pooled_size = pipeline_sizes::pooled_size;

void pool(const float *relu, float *pooled) {
    for (int f = 0; f < filters; f++) {
        for (int y = 0; y < pooled_size; y++) {
            for (int x = 0; x < pooled_size; x++) {
                const float *square = relu + (f * size + 2 * y) * size + 2 * x;
                pooled[(f * pooled_size + y) * pooled_size + x] = std::max(
                    std::max(square[0], square[1]), std::max(square[size], square[size + 1]));
            }
        }
    }
}

/// Allocated once: neither version is charged for getting memory.
float *relu_memory() {
    static std::vector<float> memory(filters * size * size);
    return memory.data();
}

} // namespace

void plain_loops(const float *photo, const float *weights, const float *bias, float *pooled) {
    float *relu = relu_memory();
    for (int f = 0; f < filters; f++) {
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                float sum = bias[f];
                for (int c = 0; c < channels; c++) {
                    for (int ky = 0; ky < 3; ky++) {
                        for (int kx = 0; kx < 3; kx++) {
                            sum += weights[((f * channels + c) * 3 + ky) * 3 + kx] *
                                   photo[(c * photo_size + y + ky) * photo_size + x + kx];
                        }
                    }
                }
                relu[(f * size + y) * size + x] = std::max(sum, 0.0f);
            }
        }
    }
    pool(relu, pooled);
}

void plain_loops_row_by_row(const float *photo, const float *weights, const float *bias,
                            float *pooled) {
    float *relu = relu_memory();
    for (int f = 0; f < filters; f++) {
        for (int y = 0; y < size; y++) {
            float *row = relu + (f * size + y) * size;
            std::fill(row, row + size, bias[f]);
            for (int c = 0; c < channels; c++) {
                for (int ky = 0; ky < 3; ky++) {
                    for (int kx = 0; kx < 3; kx++) {
                        const float weight = weights[((f * channels + c) * 3 + ky) * 3 + kx];
                        const float *from = photo + (c * photo_size + y + ky) * photo_size + kx;
                        for (int x = 0; x < size; x++) {
                            row[x] += weight * from[x];
                        }
                    }
                }
            }
            for (int x = 0; x < size; x++) {
                row[x] = std::max(row[x], 0.0f);
            }
        }
    }
    pool(relu, pooled);
}
