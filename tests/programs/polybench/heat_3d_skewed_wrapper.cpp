#include "heat_3d_skewed.o.h"

#include "../size.h"
#include "arrays.h"

static void step(array &A, int from, int n) {
    const auto at = [&](int i, int j, int k) { return A(from, i, j, k); };
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            for (int k = 1; k < n - 1; k++) {
                A(1 - from, i, j, k) =
                    0.125 * (at(i + 1, j, k) - 2.0 * at(i, j, k) + at(i - 1, j, k)) +
                    0.125 * (at(i, j + 1, k) - 2.0 * at(i, j, k) + at(i, j - 1, k)) +
                    0.125 * (at(i, j, k + 1) - 2.0 * at(i, j, k) + at(i, j, k - 1)) + at(i, j, k);
            }
        }
    }
}

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 10, 20);
    array A({2, N, N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                A(0, i, j, k) = A(1, i, j, k) = double(i + j + (N - k)) * 10 / N;
            }
        }
    }
    array expected = A;

    for (int t = 0; t < 2 * TSTEPS; t++) {
        step(expected, t % 2, N);
    }

    heat_3d_skewed(A.buffer());
    require_same("heat_3d_skewed", A, expected);
}
