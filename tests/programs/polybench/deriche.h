#pragma once

#include <array>

#include "../size.h"
#include "arrays.h"

/// Coefficients a1 to a4, b1 and b2 of the filter, counted from 1.
inline array deriche_coefficients() {
    const double alpha = 0.25;
    const double k = (1.0 - std::exp(-alpha)) * (1.0 - std::exp(-alpha)) /
                     (1.0 + 2.0 * alpha * std::exp(-alpha) - std::exp(2.0 * alpha));
    const std::array a{0.0,
                       k,
                       k * std::exp(-alpha) * (alpha - 1.0),
                       k * std::exp(-alpha) * (alpha + 1.0),
                       -k * std::exp(-2.0 * alpha),
                       std::pow(2.0, -alpha),
                       -std::exp(-2.0 * alpha)};
    return array(7, [&](int n) { return a[n]; });
}

/// Compares a generated `deriche` with plain loops.
template <typename Kernel>
void check_deriche(int argc, char **argv, const Kernel &deriche) {
    const int W = size_of(argc, argv, 64, 192), H = size_of(argc, argv, 64, 128);
    array img(W, H, [](int i, int j) { return double((313 * i + 991 * j) % 65536) / 65535.0f; });
    array out({W, H}), expected = out, a = deriche_coefficients();

    // One line, forwards and backwards: from(n) and to(n) are its elements.
    const auto filter = [&](int size, const auto &from, const auto &to) {
        array y1({size}), y2({size});
        double ym1 = 0, ym2 = 0, xm1 = 0;
        for (int n = 0; n < size; n++) {
            y1(n) = a(1) * from(n) + a(2) * xm1 + a(5) * ym1 + a(6) * ym2;
            xm1 = from(n);
            ym2 = ym1;
            ym1 = y1(n);
        }
        double yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
        for (int n = size - 1; n >= 0; n--) {
            y2(n) = a(3) * xp1 + a(4) * xp2 + a(5) * yp1 + a(6) * yp2;
            xp2 = xp1;
            xp1 = from(n);
            yp2 = yp1;
            yp1 = y2(n);
        }
        for (int n = 0; n < size; n++) {
            to(n) = y1(n) + y2(n);
        }
    };
    for (int i = 0; i < W; i++) {
        const auto pixel = [&](int j) { return img(i, j); };
        const auto row = [&](int j) -> double & { return expected(i, j); };
        filter(H, pixel, row);
    }
    for (int j = 0; j < H; j++) {
        const auto column = [&](int i) -> double & { return expected(i, j); };
        filter(W, column, column);
    }

    deriche(img.buffer(), out.buffer());
    require_same("deriche", out, expected);
}
