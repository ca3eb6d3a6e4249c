#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `syrk` with plain loops.
template <typename Kernel>
void check_syrk(int argc, char **argv, const Kernel &syrk) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(N, M, [&](int i, int j) { return double((i * j + 1) % N) / N; });
    array C(N, N, [&](int i, int j) { return double((i * j + 2) % M) / M; });
    array expected = C;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            expected(i, j) *= beta(0);
        }
        for (int k = 0; k < M; k++) {
            for (int j = 0; j <= i; j++) {
                expected(i, j) += alpha(0) * A(i, k) * A(j, k);
            }
        }
    }

    syrk(alpha.buffer(), beta.buffer(), A.buffer(), C.buffer());
    require_same("syrk", C, expected);
}
