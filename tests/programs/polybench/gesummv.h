#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `gesummv` with plain loops.
template <typename Kernel>
void check_gesummv(int argc, char **argv, const Kernel &gesummv) {
    const int N = size_of(argc, argv, 30, 90);
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(N, N, [&](int i, int j) { return double((i * j + 1) % N) / N; });
    array B(N, N, [&](int i, int j) { return double((i * j + 2) % N) / N; });
    array x(N, [&](int i) { return double(i % N) / N; });
    array y({N}), expected({N});

    for (int i = 0; i < N; i++) {
        double tmp = 0;
        for (int j = 0; j < N; j++) {
            tmp = A(i, j) * x(j) + tmp;
            expected(i) = B(i, j) * x(j) + expected(i);
        }
        expected(i) = alpha(0) * tmp + beta(0) * expected(i);
    }

    gesummv(alpha.buffer(), beta.buffer(), A.buffer(), B.buffer(), x.buffer(), y.buffer());
    require_same("y", y, expected);
}
