#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `adi` with plain loops.
template <typename Kernel>
void check_adi(int argc, char **argv, const Kernel &adi) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 20, 60);
    array u(N, N, [&](int i, int j) { return double(i + N - j) / N; });
    array expected = u, v({N, N}), p({N, N}), q({N, N});

    const double mul1 = 2.0 * (1.0 / TSTEPS) / ((1.0 / N) * (1.0 / N));
    const double mul2 = 1.0 * (1.0 / TSTEPS) / ((1.0 / N) * (1.0 / N));
    const double a = -mul1 / 2.0, b = 1.0 + mul1, c = a, d = -mul2 / 2.0, e = 1.0 + mul2, f = d;
    for (int t = 1; t <= TSTEPS; t++) {
        for (int i = 1; i < N - 1; i++) {
            v(0, i) = 1.0;
            p(i, 0) = 0.0;
            q(i, 0) = v(0, i);
            for (int j = 1; j < N - 1; j++) {
                p(i, j) = -c / (a * p(i, j - 1) + b);
                q(i, j) = (-d * expected(j, i - 1) + (1.0 + 2.0 * d) * expected(j, i) -
                           f * expected(j, i + 1) - a * q(i, j - 1)) /
                          (a * p(i, j - 1) + b);
            }
            v(N - 1, i) = 1.0;
            for (int j = N - 2; j >= 1; j--) {
                v(j, i) = p(i, j) * v(j + 1, i) + q(i, j);
            }
        }
        for (int i = 1; i < N - 1; i++) {
            expected(i, 0) = 1.0;
            p(i, 0) = 0.0;
            q(i, 0) = expected(i, 0);
            for (int j = 1; j < N - 1; j++) {
                p(i, j) = -f / (d * p(i, j - 1) + e);
                q(i, j) = (-a * v(i - 1, j) + (1.0 + 2.0 * a) * v(i, j) - c * v(i + 1, j) -
                           d * q(i, j - 1)) /
                          (d * p(i, j - 1) + e);
            }
            expected(i, N - 1) = 1.0;
            for (int j = N - 2; j >= 1; j--) {
                expected(i, j) = p(i, j) * expected(i, j + 1) + q(i, j);
            }
        }
    }

    adi(u.buffer());
    require_same("adi", u, expected);
}
