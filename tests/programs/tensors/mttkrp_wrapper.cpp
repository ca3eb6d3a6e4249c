#include "mttkrp.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int I = size_of(argc, argv, 7, 30), K = size_of(argc, argv, 5, 24),
              L = size_of(argc, argv, 9, 28), R = size_of(argc, argv, 10, 36);
    tensor<float> B = values<float>(1, L, K, I), C = values<float>(2, R, K),
                  D = values<float>(3, R, L);
    tensor<float> A(R, I), expected(R, I);
    expected.for_each_element([&](int r, int i) {
        double sum = 0;
        for (int k = 0; k < K; k++) {
            for (int l = 0; l < L; l++) {
                sum += double(B(l, k, i)) * double(C(r, k)) * double(D(r, l));
            }
        }
        expected(r, i) = float(sum);
    });
    mttkrp(B, C, D, A);
    compare_buffers_approximately("mttkrp", A, expected, 1e-4f);
}
