#include "sgemm.o.h"

#include "../values.h"
#include "../size.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 90), M = size_of(argc, argv, 27, 100),
              K = size_of(argc, argv, 10, 70);
    tensor<float> A = values<float>(1, K, N), B = values<float>(2, M, K),
                  C = values<float>(3, M, N);
    tensor<float> a = all(1.5f, 1), b = all(0.25f, 1), expected(M, N);
    expected.for_each_element([&](int j, int i) {
        float sum = 0;
        for (int k = 0; k < K; k++) {
            sum += A(k, i) * B(j, k);
        }
        expected(j, i) = 1.5f * sum + 0.25f * C(j, i);
    });
    sgemm(a, b, A, B, C);
    compare_buffers("sgemm", C, expected);
}
