#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `fdtd_2d` with plain loops.
template <typename Kernel>
void check_fdtd_2d(int argc, char **argv, const Kernel &fdtd_2d) {
    const int TMAX = size_of(argc, argv, 20, 40), NX = size_of(argc, argv, 20, 60),
              NY = size_of(argc, argv, 30, 80);
    array fict(TMAX, [](int i) { return i; });
    array ex(NX, NY, [&](int i, int j) { return (double(i) * (j + 1)) / NX; });
    array ey(NX, NY, [&](int i, int j) { return (double(i) * (j + 2)) / NY; });
    array hz(NX, NY, [&](int i, int j) { return (double(i) * (j + 3)) / NX; });
    array ex_expected = ex, ey_expected = ey, hz_expected = hz;

    for (int t = 0; t < TMAX; t++) {
        for (int j = 0; j < NY; j++) {
            ey_expected(0, j) = fict(t);
        }
        for (int i = 1; i < NX; i++) {
            for (int j = 0; j < NY; j++) {
                ey_expected(i, j) -= 0.5 * (hz_expected(i, j) - hz_expected(i - 1, j));
            }
        }
        for (int i = 0; i < NX; i++) {
            for (int j = 1; j < NY; j++) {
                ex_expected(i, j) -= 0.5 * (hz_expected(i, j) - hz_expected(i, j - 1));
            }
        }
        for (int i = 0; i < NX - 1; i++) {
            for (int j = 0; j < NY - 1; j++) {
                hz_expected(i, j) -= 0.7 * (ex_expected(i, j + 1) - ex_expected(i, j) +
                                            ey_expected(i + 1, j) - ey_expected(i, j));
            }
        }
    }

    fdtd_2d(fict.buffer(), ex.buffer(), ey.buffer(), hz.buffer());
    require_same("ex", ex, ex_expected);
    require_same("ey", ey, ey_expected);
    require_same("hz", hz, hz_expected);
}
