#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `nussinov` with plain loops.
template <typename Kernel>
void check_nussinov(int argc, char **argv, const Kernel &nussinov) {
    const int N = size_of(argc, argv, 60, 180);
    array seq(N, [](int i) { return (i + 1) % 4; }), table({N, N}), expected = table;

    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++) {
            double best = std::max(expected(i, j), expected(i, j - 1));
            if (i + 1 < N) {
                const bool pairs = i < j - 1 && seq(i) + seq(j) == 3;
                best = std::max({best, expected(i + 1, j), expected(i + 1, j - 1) + pairs});
            }
            for (int k = i + 1; k < j; k++) {
                best = std::max(best, expected(i, k) + expected(k + 1, j));
            }
            expected(i, j) = best;
        }
    }

    nussinov(seq.buffer(), table.buffer());
    require_same("nussinov", table, expected);
}
