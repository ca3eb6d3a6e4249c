#include "let_wide.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 400), used = N / 3;
    array<double> scalars = filled<double>({2}, [](int k) { return k == 0 ? 1.5 : -0.25; });
    array<int32_t> count = filled<int32_t>({1}, [=](int) { return used - 1; });
    array<double> x = filled<double>({N}, [](int k) { return k / 4.0; });
    array<double> y = zeros<double>({N}), expected = zeros<double>({N});
    for (int k = N / 2; k < N / 2 + used; k++) {
        expected(k) = 1.5 * 1.5 * x(k) + -0.25;
    }
    scaled(scalars, count, x, y);
    compare_buffers_approximately("let_wide", y, expected, 1e-9f);
}
