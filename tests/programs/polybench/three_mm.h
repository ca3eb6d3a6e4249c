#pragma once

#include "../size.h"
#include "arrays.h"

inline void multiply(array &product, array &left, array &right, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            product(i, j) = 0;
            for (int k = 0; k < depth; k++) {
                product(i, j) += left(i, k) * right(k, j);
            }
        }
    }
}

/// Compares a generated `three_mm` with plain loops.
template <typename Kernel>
void check_three_mm(int argc, char **argv, const Kernel &three_mm) {
    const int NI = size_of(argc, argv, 16, 40), NJ = size_of(argc, argv, 18, 50),
              NK = size_of(argc, argv, 20, 60), NL = size_of(argc, argv, 22, 70),
              NM = size_of(argc, argv, 24, 80);
    array A(NI, NK, [&](int i, int j) { return double((i * j + 1) % NI) / (5 * NI); });
    array B(NK, NJ, [&](int i, int j) { return double((i * (j + 1) + 2) % NJ) / (5 * NJ); });
    array C(NJ, NM, [&](int i, int j) { return double(i * (j + 3) % NL) / (5 * NL); });
    array D(NM, NL, [&](int i, int j) { return double((i * (j + 2) + 2) % NK) / (5 * NK); });
    array E({NI, NJ}), F({NJ, NL}), G({NI, NL});
    array expected_E = E, expected_F = F, expected = G;

    multiply(expected_E, A, B, NI, NJ, NK);
    multiply(expected_F, C, D, NJ, NL, NM);
    multiply(expected, expected_E, expected_F, NI, NL, NJ);

    three_mm(A.buffer(), B.buffer(), C.buffer(), D.buffer(), E.buffer(), F.buffer(), G.buffer());
    require_same("E", E, expected_E);
    require_same("F", F, expected_F);
    require_same("G", G, expected);
}
