#include "between_numbers.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 14, 70);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k * 17 % 113; });
    array<int32_t> centred = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 0; j < M; j++) {
            sum += x(j, i);
        }
        for (int j = 0; j < M; j++) {
            expected(j, i) = x(j, i) - sum / M;
        }
    }
    centred_rows(x, centred);
    compare_buffers("between_numbers", centred, expected);
}
