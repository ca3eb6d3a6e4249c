#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `syr2k` with plain loops.
template <typename Kernel>
void check_syr2k(int argc, char **argv, const Kernel &syr2k) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(N, M, [&](int i, int j) { return double((i * j + 1) % N) / N; });
    array B(N, M, [&](int i, int j) { return double((i * j + 2) % M) / M; });
    array C(N, N, [&](int i, int j) { return double((i * j + 3) % N) / M; });
    array expected = C;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            expected(i, j) *= beta(0);
        }
        for (int k = 0; k < M; k++) {
            for (int j = 0; j <= i; j++) {
                expected(i, j) += A(j, k) * alpha(0) * B(i, k) + B(j, k) * alpha(0) * A(i, k);
            }
        }
    }

    syr2k(alpha.buffer(), beta.buffer(), A.buffer(), B.buffer(), C.buffer());
    require_same("syr2k", C, expected);
}
