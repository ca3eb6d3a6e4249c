#include "jacobi_2d_skewed.o.h"

#include "../size.h"
#include "arrays.h"

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 90);
    array planes({2, N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            planes(0, i, j) = (double(i) * (j + 2) + 2) / N;
            planes(1, i, j) = (double(i) * (j + 3) + 3) / N;
        }
    }
    array expected = planes;

    for (int t = 0; t < 2 * TSTEPS; t++) {
        const int from = t % 2, to = 1 - from;
        for (int i = 1; i < N - 1; i++) {
            for (int j = 1; j < N - 1; j++) {
                expected(to, i, j) = 0.2 * (expected(from, i, j) + expected(from, i, j - 1) +
                                            expected(from, i, j + 1) + expected(from, i + 1, j) +
                                            expected(from, i - 1, j));
            }
        }
    }

    jacobi_2d_skewed(planes.buffer());
    require_same("jacobi_2d_skewed", planes, expected);
}
