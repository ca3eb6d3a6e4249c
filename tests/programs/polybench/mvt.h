#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `mvt` with plain loops.
template <typename Kernel>
void check_mvt(int argc, char **argv, const Kernel &mvt) {
    const int N = size_of(argc, argv, 40, 120);
    array x1(N, [&](int i) { return double(i % N) / N; });
    array x2(N, [&](int i) { return double((i + 1) % N) / N; });
    array y1(N, [&](int i) { return double((i + 3) % N) / N; });
    array y2(N, [&](int i) { return double((i + 4) % N) / N; });
    array A(N, N, [&](int i, int j) { return double(i * j % N) / N; });
    array expected_x1 = x1, expected_x2 = x2;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected_x1(i) = expected_x1(i) + A(i, j) * y1(j);
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected_x2(i) = expected_x2(i) + A(j, i) * y2(j);
        }
    }

    mvt(x1.buffer(), x2.buffer(), y1.buffer(), y2.buffer(), A.buffer());
    require_same("x1", x1, expected_x1);
    require_same("x2", x2, expected_x2);
}
