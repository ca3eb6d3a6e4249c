#include "unroll_tag_factor.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 23, 300), taps = 5;
    array<double> x = filled<double>({N + taps}, [](int k) { return k % 50; });
    array<double> w = filled<double>({taps}, [](int k) { return k / 4.0; });
    array<double> y = zeros<double>({N}), expected = zeros<double>({N});
    for (int i = 0; i < N; i++) {
        for (int t = 0; t < taps; t++) {
            expected(i) += w(t) * x(i + t);
        }
    }
    fir(x, w, y);
    compare_buffers("unroll_tag_factor", y, expected);
}
