#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `atax` with plain loops.
template <typename Kernel>
void check_atax(int argc, char **argv, const Kernel &atax) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    array A(M, N, [&](int i, int j) { return double((i + j) % N) / (5 * M); });
    array x(N, [&](int i) { return 1 + i / double(N); });
    array y({N}), expected({N});

    for (int i = 0; i < M; i++) {
        double tmp = 0;
        for (int j = 0; j < N; j++) {
            tmp = tmp + A(i, j) * x(j);
        }
        for (int j = 0; j < N; j++) {
            expected(j) = expected(j) + A(i, j) * tmp;
        }
    }

    atax(A.buffer(), x.buffer(), y.buffer());
    require_same("y", y, expected);
}
