#include "peers/lu_loops.h"

#include <cstddef>

namespace tiramisu::bench {

void lu_plain_loops(float *matrix, int size, float added) {
    for (int k = 0; k < size; k++) {
        const float *const pivots = matrix + static_cast<std::ptrdiff_t>(k) * size;
#pragma omp parallel for schedule(static)
        for (int i = k + 1; i < size; i++) {
            float *const row = matrix + static_cast<std::ptrdiff_t>(i) * size;
            row[k] /= pivots[k] + added;
            const float factor = row[k];
#pragma omp simd
            for (int j = k + 1; j < size; j++) {
                row[j] -= factor * pivots[j];
            }
        }
    }
}

} // namespace tiramisu::bench
