#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `jacobi_1d` with plain loops.
template <typename Kernel>
void check_jacobi_1d(int argc, char **argv, const Kernel &jacobi_1d) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 120);
    array A(N, [&](int i) { return (double(i) + 2) / N; });
    array B(N, [&](int i) { return (double(i) + 3) / N; });
    array A_expected = A, B_expected = B;

    for (int t = 0; t < TSTEPS; t++) {
        for (int i = 1; i < N - 1; i++) {
            B_expected(i) = 0.33333 * (A_expected(i - 1) + A_expected(i) + A_expected(i + 1));
        }
        for (int i = 1; i < N - 1; i++) {
            A_expected(i) = 0.33333 * (B_expected(i - 1) + B_expected(i) + B_expected(i + 1));
        }
    }

    jacobi_1d(A.buffer(), B.buffer());
    require_same("A", A, A_expected);
    require_same("B", B, B_expected);
}
