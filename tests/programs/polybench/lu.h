#pragma once

#include "../size.h"
#include "positive_definite.h"

/// Compares a generated `lu` with plain loops.
template <typename Kernel>
void check_lu(int argc, char **argv, const Kernel &lu) {
    const int N = size_of(argc, argv, 40, 120);
    array A = positive_definite(N), expected = A;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                expected(i, j) -= expected(i, k) * expected(k, j);
            }
            expected(i, j) /= expected(j, j);
        }
        for (int j = i; j < N; j++) {
            for (int k = 0; k < i; k++) {
                expected(i, j) -= expected(i, k) * expected(k, j);
            }
        }
    }

    lu(A.buffer());
    require_same("lu", A, expected);
}
