#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `floyd_warshall` with plain loops.
template <typename Kernel>
void check_floyd_warshall(int argc, char **argv, const Kernel &floyd_warshall) {
    const int N = size_of(argc, argv, 60, 180);
    array path(N, N, [](int i, int j) {
        const bool is_far = (i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0;
        return is_far ? 999 : i * j % 7 + 1;
    });
    array expected = path;

    for (int k = 0; k < N; k++) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                expected(i, j) = std::min(expected(i, j), expected(i, k) + expected(k, j));
            }
        }
    }

    floyd_warshall(path.buffer());
    require_same("floyd_warshall", path, expected);
}
