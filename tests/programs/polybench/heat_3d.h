#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `heat_3d` with plain loops.
template <typename Kernel>
void check_heat_3d(int argc, char **argv, const Kernel &heat_3d) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 10, 20);
    array A({N, N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                A(i, j, k) = double(i * j + (N - k) * (i + 1) % N) * 10 / N;
            }
        }
    }
    array B = A, A_expected = A, B_expected = A;

    const auto step = [&](array &from, array &to) {
        for (int i = 1; i < N - 1; i++) {
            for (int j = 1; j < N - 1; j++) {
                for (int k = 1; k < N - 1; k++) {
                    to(i, j, k) =
                        0.125 * (from(i + 1, j, k) - 2.0 * from(i, j, k) + from(i - 1, j, k)) +
                        0.125 * (from(i, j + 1, k) - 2.0 * from(i, j, k) + from(i, j - 1, k)) +
                        0.125 * (from(i, j, k + 1) - 2.0 * from(i, j, k) + from(i, j, k - 1)) +
                        from(i, j, k);
                }
            }
        }
    };
    for (int t = 1; t <= TSTEPS; t++) {
        step(A_expected, B_expected);
        step(B_expected, A_expected);
    }

    heat_3d(A.buffer(), B.buffer());
    require_same("A", A, A_expected);
    require_same("B", B, B_expected);
}
