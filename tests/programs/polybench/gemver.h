#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `gemver` with plain loops.
template <typename Kernel>
void check_gemver(int argc, char **argv, const Kernel &gemver) {
    const int N = size_of(argc, argv, 40, 120);
    const double fn = N;
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(N, N, [&](int i, int j) { return double(i * j % N) / N; });
    array u1(N, [](int i) { return i; }), u2(N, [&](int i) { return (i + 1) / fn / 2.0; });
    array v1(N, [&](int i) { return (i + 1) / fn / 4.0; });
    array v2(N, [&](int i) { return (i + 1) / fn / 6.0; });
    array y(N, [&](int i) { return (i + 1) / fn / 8.0; });
    array z(N, [&](int i) { return (i + 1) / fn / 9.0; });
    array x({N}), w({N}), expected_A = A, expected_x({N}), expected_w({N});

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected_A(i, j) = expected_A(i, j) + u1(i) * v1(j) + u2(i) * v2(j);
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected_x(i) = expected_x(i) + beta(0) * expected_A(j, i) * y(j);
        }
        expected_x(i) = expected_x(i) + z(i);
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected_w(i) = expected_w(i) + alpha(0) * expected_A(i, j) * expected_x(j);
        }
    }

    gemver(alpha.buffer(), beta.buffer(), A.buffer(), u1.buffer(), v1.buffer(), u2.buffer(),
           v2.buffer(), x.buffer(), y.buffer(), z.buffer(), w.buffer());
    require_same("A", A, expected_A);
    require_same("x", x, expected_x);
    require_same("w", w, expected_w);
}
