#include "baryons.o.h"

#include <complex>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int SITES = size_of(argc, argv, 5, 20), SOURCES = size_of(argc, argv, 3, 8), TERMS = 12;
    tensor<float> P_re = values<float>(1, SITES, SITES, 2, 3, 3),
                  weight = values<float>(3, SITES, SOURCES);
    tensor<float> P_im = values<float>(2, SITES, SITES, 2, 3, 3);
    tensor<int> colour(3, TERMS), spin(3, TERMS), sign(TERMS);
    colour.for_each_element([&](int f, int t) { colour(f, t) = (t + f * (t % 2 + 1)) % 3; });
    spin.for_each_element([&](int f, int t) { spin(f, t) = (t / 3 + f) % 2; });
    sign.for_each_element([&](int t) { sign(t) = t % 2 == 0 ? 1 : -1; });

    tensor<float> out(SITES, SOURCES), expected = all<float>(0, SITES, SOURCES);
    for (int x = 0; x < SITES; x++) {
        for (int y = 0; y < SITES; y++) {
            std::complex<double> sum = 0;
            for (int t = 0; t < TERMS; t++) {
                std::complex<double> product = sign(t);
                for (int f = 0; f < 3; f++) {
                    product *= std::complex<double>(P_re(y, x, spin(f, t), colour(f, t), f),
                                                    P_im(y, x, spin(f, t), colour(f, t), f));
                }
                sum += product;
            }
            for (int n = 0; n < SOURCES; n++) {
                expected(x, n) += float(std::norm(sum)) * weight(y, n);
            }
        }
    }
    baryons(P_re, P_im, colour, spin, sign, weight, out);
    compare_buffers_approximately("baryons", out, expected, 1e-3f);
}
