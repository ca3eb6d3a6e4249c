#include "peers/triangular_loops.h"

#include <omp.h>

#include <algorithm>
#include <cstddef>

namespace tiramisu::bench {

namespace {

void solve_columns(int n, int columns, const float *l, const float *b, float *x, int first,
                   int last) {
    for (std::ptrdiff_t i = 0; i < n; i++) {
        float *const to = x + i * columns;
        std::copy(b + i * columns + first, b + i * columns + last, to + first);
        for (std::ptrdiff_t k = 0; k < i; k++) {
            const float factor = l[i * n + k];
            const float *const from = x + k * columns;
#pragma omp simd
            for (int j = first; j < last; j++) {
                to[j] -= factor * from[j];
            }
        }
        const float inverse = 1 / l[i * n + i];
        for (int j = first; j < last; j++) {
            to[j] *= inverse;
        }
    }
}

} // namespace

void triangular_solve_loops(int n, int columns, const float *l, const float *b, float *x) {
#pragma omp parallel
    {
        const int threads = omp_get_num_threads(), thread = omp_get_thread_num();
        solve_columns(n, columns, l, b, x, columns * thread / threads,
                      columns * (thread + 1) / threads);
    }
}

} // namespace tiramisu::bench
