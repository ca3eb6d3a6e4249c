#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `jacobi_2d` with plain loops.
template <typename Kernel>
void check_jacobi_2d(int argc, char **argv, const Kernel &jacobi_2d) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 90);
    array A(N, N, [&](int i, int j) { return (double(i) * (j + 2) + 2) / N; });
    array B(N, N, [&](int i, int j) { return (double(i) * (j + 3) + 3) / N; });
    array A_expected = A, B_expected = B;

    const auto step = [&](array &from, array &to) {
        for (int i = 1; i < N - 1; i++) {
            for (int j = 1; j < N - 1; j++) {
                to(i, j) = 0.2 * (from(i, j) + from(i, j - 1) + from(i, 1 + j) + from(1 + i, j) +
                                  from(i - 1, j));
            }
        }
    };
    for (int t = 0; t < TSTEPS; t++) {
        step(A_expected, B_expected);
        step(B_expected, A_expected);
    }

    jacobi_2d(A.buffer(), B.buffer());
    require_same("A", A, A_expected);
    require_same("B", B, B_expected);
}
