#include "gemm_remainders.o.h"

#include "../values.h"
#include "../size.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 50), M = size_of(argc, argv, 21, 75),
              K = size_of(argc, argv, 9, 40);
    tensor<float> A = values<float>(1, K, N), B = values<float>(2, M, K),
                  C = values<float>(3, M, N);
    tensor<float> expected = C.copy();
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < K; k++) {
            for (int j = 0; j < M; j++) {
                expected(j, i) += A(k, i) * B(j, k);
            }
        }
    }
    gemm_remainders(A, B, C);
    compare_buffers("gemm_remainders", C, expected);
}
