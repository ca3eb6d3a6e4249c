#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `gramschmidt` with plain loops.
template <typename Kernel>
void check_gramschmidt(int argc, char **argv, const Kernel &gramschmidt) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    array A(M, N, [&](int i, int j) { return (double(i * j % M) / M) * 100 + 10; });
    array R({N, N}), Q({M, N}), A_expected = A, R_expected = R, Q_expected = Q;

    for (int k = 0; k < N; k++) {
        double nrm = 0.0;
        for (int i = 0; i < M; i++) {
            nrm += A_expected(i, k) * A_expected(i, k);
        }
        R_expected(k, k) = std::sqrt(nrm);
        for (int i = 0; i < M; i++) {
            Q_expected(i, k) = A_expected(i, k) / R_expected(k, k);
        }
        for (int j = k + 1; j < N; j++) {
            R_expected(k, j) = 0.0;
            for (int i = 0; i < M; i++) {
                R_expected(k, j) += Q_expected(i, k) * A_expected(i, j);
            }
            for (int i = 0; i < M; i++) {
                A_expected(i, j) -= Q_expected(i, k) * R_expected(k, j);
            }
        }
    }

    gramschmidt(A.buffer(), R.buffer(), Q.buffer());
    require_same("R", R, R_expected);
    require_same("Q", Q, Q_expected);
    require_same("A", A, A_expected);
}
