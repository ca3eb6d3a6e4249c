#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `trmm` with plain loops.
template <typename Kernel>
void check_trmm(int argc, char **argv, const Kernel &trmm) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    array alpha(1, [](int) { return 1.5; });
    array A(M, M, [&](int i, int j) { return j < i ? double((i + j) % M) / M : double(i == j); });
    array B(M, N, [&](int i, int j) { return double((N + (i - j)) % N) / N; });
    array expected = B;

    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = i + 1; k < M; k++) {
                expected(i, j) += A(k, i) * expected(k, j);
            }
            expected(i, j) *= alpha(0);
        }
    }

    trmm(alpha.buffer(), A.buffer(), B.buffer());
    require_same("trmm", B, expected);
}
