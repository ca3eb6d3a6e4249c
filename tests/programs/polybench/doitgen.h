#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `doitgen` with plain loops.
template <typename Kernel>
void check_doitgen(int argc, char **argv, const Kernel &doitgen) {
    const int NQ = size_of(argc, argv, 8, 20), NR = size_of(argc, argv, 10, 25),
              NP = size_of(argc, argv, 12, 30);
    array A({NR, NQ, NP}), C4(NP, NP, [&](int i, int j) { return double(i * j % NP) / NP; });
    for (int r = 0; r < NR; r++) {
        for (int q = 0; q < NQ; q++) {
            for (int p = 0; p < NP; p++) {
                A(r, q, p) = double((r * q + p) % NP) / NP;
            }
        }
    }
    array expected = A;

    for (int r = 0; r < NR; r++) {
        for (int q = 0; q < NQ; q++) {
            array sum({NP});
            for (int p = 0; p < NP; p++) {
                for (int s = 0; s < NP; s++) {
                    sum(p) += expected(r, q, s) * C4(s, p);
                }
            }
            for (int p = 0; p < NP; p++) {
                expected(r, q, p) = sum(p);
            }
        }
    }

    doitgen(A.buffer(), C4.buffer());
    require_same("doitgen", A, expected);
}
