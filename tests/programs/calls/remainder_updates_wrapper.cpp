#include "remainder_updates.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70), M = size_of(argc, argv, 15, 90);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k * k % 1001; });
    array<int32_t> y = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = x(j, i) + x(i % M, j % N);
        }
    }
    pairs(x, y);
    compare_buffers("remainder_updates", y, expected);
}
