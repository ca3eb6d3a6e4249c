#include "peers/jacobi_loops.h"

#include <algorithm>
#include <cstddef>

namespace tiramisu::bench {

namespace {

float *plane(float *planes, int n, int step) {
    return planes + static_cast<std::ptrdiff_t>(step % 2) * n * n;
}

void update_row(float *planes, int n, int step, int i) {
    const float *const from = plane(planes, n, step - 1) + static_cast<std::ptrdiff_t>(i) * n;
    float *const to = plane(planes, n, step) + static_cast<std::ptrdiff_t>(i) * n;
#pragma omp simd
    for (int j = 1; j < n - 1; j++) {
        to[j] = 0.2f * (from[j] + from[j - 1] + from[j + 1] + from[j + n] + from[j - n]);
    }
}

int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}

constexpr int tile_steps = 16, tile_rows = 32;

// Steps t in [t0, t0 + tile_steps) and skewed rows i + t in [s0, s0 + tile_rows).
void update_tile(float *planes, int n, int steps, int t0, int s0) {
    for (int t = std::max(t0, 1); t < std::min(t0 + tile_steps, steps + 1); t++) {
        const int last = std::min(s0 + tile_rows - t, n - 1);
        for (int i = std::max(s0 - t, 1); i < last; i++) {
            update_row(planes, n, t, i);
        }
    }
}

} // namespace

void jacobi_plain_loops(float *planes, int n, int steps) {
    for (int t = 1; t <= steps; t++) {
#pragma omp parallel for schedule(static)
        for (int i = 1; i < n - 1; i++) {
            update_row(planes, n, t, i);
        }
    }
}

void jacobi_tiled_loops(float *planes, int n, int steps) {
    const int time_tiles = ceil_div(steps + 1, tile_steps);
    const int row_tiles = ceil_div(n + steps, tile_rows);
    for (int wave = 0; wave < time_tiles + row_tiles; wave++) {
#pragma omp parallel for schedule(dynamic)
        for (int s = std::max(0, wave - time_tiles + 1); s <= std::min(wave, row_tiles - 1); s++) {
            update_tile(planes, n, steps, (wave - s) * tile_steps, s * tile_rows);
        }
    }
}

} // namespace tiramisu::bench
