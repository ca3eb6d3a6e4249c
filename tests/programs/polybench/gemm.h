#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `gemm` with plain loops.
template <typename Kernel>
void check_gemm(int argc, char **argv, const Kernel &gemm) {
    const int NI = size_of(argc, argv, 20, 60), NJ = size_of(argc, argv, 25, 70),
              NK = size_of(argc, argv, 30, 80);
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(NI, NK, [&](int i, int j) { return double(i * (j + 1) % NK) / NK; });
    array B(NK, NJ, [&](int i, int j) { return double(i * (j + 2) % NJ) / NJ; });
    array C(NI, NJ, [&](int i, int j) { return double((i * j + 1) % NI) / NI; });
    array expected = C;

    for (int i = 0; i < NI; i++) {
        for (int j = 0; j < NJ; j++) {
            expected(i, j) *= beta(0);
        }
        for (int k = 0; k < NK; k++) {
            for (int j = 0; j < NJ; j++) {
                expected(i, j) += alpha(0) * A(i, k) * B(k, j);
            }
        }
    }

    gemm(alpha.buffer(), beta.buffer(), A.buffer(), B.buffer(), C.buffer());
    require_same("gemm", C, expected);
}
