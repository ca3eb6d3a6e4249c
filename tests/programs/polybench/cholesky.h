#pragma once

#include "../size.h"
#include "positive_definite.h"

/// Compares a generated `cholesky` with plain loops.
template <typename Kernel>
void check_cholesky(int argc, char **argv, const Kernel &cholesky) {
    const int N = size_of(argc, argv, 40, 120);
    array A = positive_definite(N), expected = A;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                expected(i, j) -= expected(i, k) * expected(j, k);
            }
            expected(i, j) /= expected(j, j);
        }
        for (int k = 0; k < i; k++) {
            expected(i, i) -= expected(i, k) * expected(i, k);
        }
        expected(i, i) = std::sqrt(expected(i, i));
    }

    cholesky(A.buffer());
    require_same("cholesky", A, expected);
}
