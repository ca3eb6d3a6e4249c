#include "own_temporary.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 77), M = size_of(argc, argv, 6, 50);
    array<int32_t> A = filled<int32_t>({M, N}, [](int k) { return k % 37 - 18; });
    array<int32_t> sum = zeros<int32_t>({M}), expected = zeros<int32_t>({M});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j) += A(j, i) * A(j, i);
        }
    }
    squares(A, sum);
    compare_buffers("own_temporary", sum, expected);
}
