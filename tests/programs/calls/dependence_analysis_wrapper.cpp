#include "dependence_analysis.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90), M = size_of(argc, argv, 11, 70);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 91; });
    array<int32_t> second = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = 2 * x(j, i) + (i + 1 < N ? 2 * x(j, i + 1) : 0);
        }
    }
    smooth_twice(x, second);
    compare_buffers("dependence_analysis", second, expected);
}
