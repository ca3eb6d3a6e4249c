#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `symm` with plain loops.
template <typename Kernel>
void check_symm(int argc, char **argv, const Kernel &symm) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(M, M, [&](int i, int j) { return j <= i ? double((i + j) % 100) / M : -999; });
    array B(M, N, [&](int i, int j) { return double((N + i - j) % 100) / M; });
    array C(M, N, [&](int i, int j) { return double((i + j) % 100) / M; });
    array expected = C;

    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            double temp = 0;
            for (int k = 0; k < i; k++) {
                expected(k, j) += alpha(0) * B(i, j) * A(i, k);
                temp += B(k, j) * A(i, k);
            }
            expected(i, j) =
                beta(0) * expected(i, j) + alpha(0) * B(i, j) * A(i, i) + alpha(0) * temp;
        }
    }

    symm(alpha.buffer(), beta.buffer(), A.buffer(), B.buffer(), C.buffer());
    require_same("symm", C, expected);
}
