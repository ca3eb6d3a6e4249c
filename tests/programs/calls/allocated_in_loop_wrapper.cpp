#include "allocated_in_loop.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 13, 70);
    array<double> x = filled<double>({M, N}, [](int k) { return k % 10; });
    array<double> y = zeros<double>({M, N}), expected = zeros<double>({M, N});
    for (int i = 0; i < N; i++) {
        double total = 0;
        for (int j = 0; j < M; j++) {
            total += x(j, i) + 1.5;
        }
        for (int j = 0; j < M; j++) {
            expected(j, i) = (x(j, i) + 1.5) / total;
        }
    }
    normalize_rows(x, y);
    compare_buffers_approximately("allocated_in_loop", y, expected, 1e-12f);
}
