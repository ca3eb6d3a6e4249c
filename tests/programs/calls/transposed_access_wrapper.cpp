#include "transposed_access.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 14, 90);
    array<double> A = filled<double>({M, N}, [](int k) { return k / 8.0; });
    array<double> T = zeros<double>({N, M}), expected = zeros<double>({N, M});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(i, j) = A(j, i);
        }
    }
    transpose(A, T);
    compare_buffers("transposed_access", T, expected);
}
