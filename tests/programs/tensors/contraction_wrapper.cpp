#include "contraction.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int I = size_of(argc, argv, 7, 40), L = size_of(argc, argv, 9, 30),
              M = size_of(argc, argv, 11, 50), BATCH = 3;
    tensor<float> A = values<float>(1, 2, I, BATCH), B = values<float>(2, L, 2);
    tensor<float> C = values<float>(3, 2, L, BATCH), D = values<float>(4, M, 2);
    tensor<float> E(M, I, BATCH), expected(M, I, BATCH);
    expected.for_each_element([&](int m, int i, int n) {
        double sum = 0;
        for (int l = 0; l < L; l++) {
            sum += double(A(0, i, n) * B(l, 0) + A(1, i, n) * B(l, 1)) *
                   double(C(0, l, n) * D(m, 0) + C(1, l, n) * D(m, 1));
        }
        expected(m, i, n) = float(sum);
    });
    contraction(A, B, C, D, E);
    compare_buffers_approximately("contraction", E, expected, 1e-5f);
}
