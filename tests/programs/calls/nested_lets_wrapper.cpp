#include "nested_lets.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 80), M = size_of(argc, argv, 6, 30);
    array<int32_t> rows = filled<int32_t>({N}, [=](int k) { return k * 3 % N; });
    array<int32_t> starts = filled<int32_t>({N}, [=](int k) { return k % (M + 1); });
    array<uint16_t> x = filled<uint16_t>({2 * M, N}, [](int k) { return 701 * k; });
    array<uint16_t> y = zeros<uint16_t>({M, N}), expected = zeros<uint16_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = uint16_t(x(starts(rows(i)) + j, rows(i)) + x(j, i));
        }
    }
    looked_up(rows, starts, x, y);
    compare_buffers("nested_lets", y, expected);
}
