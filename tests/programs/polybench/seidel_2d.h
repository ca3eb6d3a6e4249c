#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `seidel_2d` with plain loops.
template <typename Kernel>
void check_seidel_2d(int argc, char **argv, const Kernel &seidel_2d) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 40, 120);
    array A(N, N, [&](int i, int j) { return (double(i) * (j + 2) + 2) / N; }), expected = A;

    for (int t = 0; t < TSTEPS; t++) {
        for (int i = 1; i < N - 1; i++) {
            for (int j = 1; j < N - 1; j++) {
                double sum = 0;
                for (int r = i - 1; r <= i + 1; r++) {
                    for (int s = j - 1; s <= j + 1; s++) {
                        sum += expected(r, s);
                    }
                }
                expected(i, j) = sum / 9.0;
            }
        }
    }

    seidel_2d(A.buffer());
    require_same("seidel_2d", A, expected);
}
