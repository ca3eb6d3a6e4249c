#include "nested_blocks.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 80), M = size_of(argc, argv, 6, 40);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 45; });
    array<int32_t> range = zeros<int32_t>({M, N}), expected_range = zeros<int32_t>({M, N});
    array<int32_t> parity = zeros<int32_t>({M, N}), expected_parity = zeros<int32_t>({M, N});
    for (int y = 0; y < N; y++) {
        for (int m = 0; m < M; m++) {
            expected_range(m, y) = x(m, y) * x(m, y) - 100;
            expected_parity(m, y) = expected_range(m, y) & 1;
        }
    }
    seasons(x, range, parity);
    compare_buffers("nested_blocks: range", range, expected_range);
    compare_buffers("nested_blocks: parity", parity, expected_parity);
}
