#include "deriche.o.h"

#include "../size.h"
#include "arrays.h"

int main(int argc, char **argv) {
    const int W = size_of(argc, argv, 64, 192), H = size_of(argc, argv, 64, 128);
    array img(W, H, [](int i, int j) { return double((313 * i + 991 * j) % 65536) / 65535.0f; });
    array out({W, H}), expected = out, y1 = out, y2 = out;

    const double alpha = 0.25;
    const double k = (1.0 - std::exp(-alpha)) * (1.0 - std::exp(-alpha)) /
                     (1.0 + 2.0 * alpha * std::exp(-alpha) - std::exp(2.0 * alpha));
    const double a1 = k, a2 = k * std::exp(-alpha) * (alpha - 1.0);
    const double a3 = k * std::exp(-alpha) * (alpha + 1.0), a4 = -k * std::exp(-2.0 * alpha);
    const double b1 = std::pow(2.0, -alpha), b2 = -std::exp(-2.0 * alpha);
    for (int i = 0; i < W; i++) {
        double ym1 = 0, ym2 = 0, xm1 = 0;
        for (int j = 0; j < H; j++) {
            y1(i, j) = a1 * img(i, j) + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = img(i, j);
            ym2 = ym1;
            ym1 = y1(i, j);
        }
        double yp1 = 0, yp2 = 0, xp1 = 0, xp2 = 0;
        for (int j = H - 1; j >= 0; j--) {
            y2(i, j) = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = img(i, j);
            yp2 = yp1;
            yp1 = y2(i, j);
        }
        for (int j = 0; j < H; j++) {
            expected(i, j) = y1(i, j) + y2(i, j);
        }
    }
    for (int j = 0; j < H; j++) {
        double tm1 = 0, ym1 = 0, ym2 = 0;
        for (int i = 0; i < W; i++) {
            y1(i, j) = a1 * expected(i, j) + a2 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = expected(i, j);
            ym2 = ym1;
            ym1 = y1(i, j);
        }
        double tp1 = 0, tp2 = 0, yp1 = 0, yp2 = 0;
        for (int i = W - 1; i >= 0; i--) {
            y2(i, j) = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = expected(i, j);
            yp2 = yp1;
            yp1 = y2(i, j);
        }
        for (int i = 0; i < W; i++) {
            expected(i, j) = y1(i, j) + y2(i, j);
        }
    }

    deriche(img.buffer(), out.buffer());
    require_same("deriche", out, expected);
}
