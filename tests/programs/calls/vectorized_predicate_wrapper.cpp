#include "vectorized_predicate.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 70), M = size_of(argc, argv, 21, 90);
    array<uint8_t> cells = filled<uint8_t>({M, N}, [](int k) { return k * k % 7 < 3; });
    array<uint8_t> next = zeros<uint8_t>({M, N}), expected = zeros<uint8_t>({M, N});
    for (int i = 1; i < N - 1; i++) {
        for (int j = 1; j < M - 1; j++) {
            int count = 0;
            for (int k = 0; k < 9; k++) {
                count += k == 4 ? 0 : cells(j + k % 3 - 1, i + k / 3 - 1);
            }
            expected(j, i) = count == 3 || (count == 2 && cells(j, i));
        }
    }
    life(cells, next);
    compare_buffers("vectorized_predicate", next, expected);
}
