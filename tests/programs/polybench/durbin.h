#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `durbin` with plain loops.
template <typename Kernel>
void check_durbin(int argc, char **argv, const Kernel &durbin) {
    const int N = size_of(argc, argv, 40, 120);
    array r(N, [&](int i) { return N + 1 - i; }), y({N}), expected({N}), z({N});

    double alpha = -r(0), beta = 1.0;
    expected(0) = -r(0);
    for (int k = 1; k < N; k++) {
        beta = (1 - alpha * alpha) * beta;
        double sum = 0.0;
        for (int i = 0; i < k; i++) {
            sum += r(k - i - 1) * expected(i);
        }
        alpha = -(r(k) + sum) / beta;
        for (int i = 0; i < k; i++) {
            z(i) = expected(i) + alpha * expected(k - i - 1);
        }
        for (int i = 0; i < k; i++) {
            expected(i) = z(i);
        }
        expected(k) = alpha;
    }

    durbin(r.buffer(), y.buffer());
    require_same("durbin", y, expected);
}
