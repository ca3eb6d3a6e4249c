#include "syrk.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 80), K = size_of(argc, argv, 13, 60);
    tensor<float> A = values<float>(1, K, N), C = values<float>(2, N, N), expected = C.copy();
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            expected(j, i) /= 2;
            for (int k = 0; k < K; k++) {
                expected(j, i) += 1.5f * A(k, i) * A(k, j);
            }
        }
    }
    syrk(A, C);
    compare_buffers("syrk", C, expected);
}
