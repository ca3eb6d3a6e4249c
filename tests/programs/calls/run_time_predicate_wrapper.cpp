#include "run_time_predicate.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 50), M = size_of(argc, argv, 17, 60);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 29; });
    array<uint8_t> mask = filled<uint8_t>({M, N}, [](int k) { return k % 5; });
    array<int32_t> sum = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            if (mask(j, i) > 2 && i * j % 3 != 1) {
                expected(i) += x(j, i);
            }
        }
    }
    masked_sum(x, mask, sum);
    compare_buffers("run_time_predicate", sum, expected);
}
