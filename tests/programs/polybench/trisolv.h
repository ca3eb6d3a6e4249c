#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `trisolv` with plain loops.
template <typename Kernel>
void check_trisolv(int argc, char **argv, const Kernel &trisolv) {
    const int N = size_of(argc, argv, 40, 120);
    array L(N, N, [&](int i, int j) { return j <= i ? double(i + N - j + 1) * 2 / N : 0; });
    array b(N, [](int i) { return i; }), x(N, [](int) { return -999; }), expected = x;

    for (int i = 0; i < N; i++) {
        expected(i) = b(i);
        for (int j = 0; j < i; j++) {
            expected(i) -= L(i, j) * expected(j);
        }
        expected(i) = expected(i) / L(i, i);
    }

    trisolv(L.buffer(), b.buffer(), x.buffer());
    require_same("trisolv", x, expected);
}
