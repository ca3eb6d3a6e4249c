#include "skew_solver.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 90);
    auto start = [](int k) { return k * 7 % 16; };
    array<double> u = filled<double>({N, N}, start), expected = filled<double>({N, N}, start);
    for (int i = 1; i < N - 1; i++) {
        for (int j = 1; j < N - 1; j++) {
            expected(j, i) = (expected(j, i - 1) + expected(j - 1, i) + expected(j, i) +
                              expected(j, i + 1) + expected(j + 1, i)) *
                             0.25;
        }
    }
    sweep(u);
    compare_buffers_approximately("skew_solver", u, expected, 1e-3f);
}
