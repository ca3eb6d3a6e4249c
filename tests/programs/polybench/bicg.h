#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `bicg` with plain loops.
template <typename Kernel>
void check_bicg(int argc, char **argv, const Kernel &bicg) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    array A(N, M, [&](int i, int j) { return double(i * (j + 1) % N) / N; });
    array p(M, [&](int i) { return double(i % M) / M; });
    array r(N, [&](int i) { return double(i % N) / N; });
    array s({M}), q({N}), expected_s({M}), expected_q({N});

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected_s(j) = expected_s(j) + r(i) * A(i, j);
            expected_q(i) = expected_q(i) + A(i, j) * p(j);
        }
    }

    bicg(A.buffer(), p.buffer(), r.buffer(), s.buffer(), q.buffer());
    require_same("s", s, expected_s);
    require_same("q", q, expected_q);
}
