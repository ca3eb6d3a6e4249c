#include "inputs.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70), M = size_of(argc, argv, 12, 60);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 51; });
    array<int32_t> y = filled<int32_t>({M, N}, [](int k) { return k % 37; });
    array<int32_t> z = filled<int32_t>({M}, [](int k) { return k; });
    array<int32_t> weights = filled<int32_t>({2}, [](int k) { return k + 3; });
    array<int32_t> out = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = 3 * x(j, i) + 4 * y(j, i) + z(j);
        }
    }
    weighted(x, y, z, weights, out);
    compare_buffers("inputs", out, expected);
}
