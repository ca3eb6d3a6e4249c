#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `two_mm` with plain loops.
template <typename Kernel>
void check_two_mm(int argc, char **argv, const Kernel &two_mm) {
    const int NI = size_of(argc, argv, 16, 40), NJ = size_of(argc, argv, 18, 50),
              NK = size_of(argc, argv, 22, 70), NL = size_of(argc, argv, 24, 80);
    array alpha(1, [](int) { return 1.5; }), beta(1, [](int) { return 1.2; });
    array A(NI, NK, [&](int i, int j) { return double((i * j + 1) % NI) / NI; });
    array B(NK, NJ, [&](int i, int j) { return double(i * (j + 1) % NJ) / NJ; });
    array C(NJ, NL, [&](int i, int j) { return double((i * (j + 3) + 1) % NL) / NL; });
    array D(NI, NL, [&](int i, int j) { return double(i * (j + 2) % NK) / NK; });
    array tmp({NI, NJ}), expected = D;

    for (int i = 0; i < NI; i++) {
        for (int j = 0; j < NJ; j++) {
            for (int k = 0; k < NK; k++) {
                tmp(i, j) += alpha(0) * A(i, k) * B(k, j);
            }
        }
    }
    for (int i = 0; i < NI; i++) {
        for (int j = 0; j < NL; j++) {
            expected(i, j) *= beta(0);
            for (int k = 0; k < NJ; k++) {
                expected(i, j) += tmp(i, k) * C(k, j);
            }
        }
    }

    two_mm(alpha.buffer(), beta.buffer(), A.buffer(), B.buffer(), C.buffer(), D.buffer());
    require_same("two_mm", D, expected);
}
