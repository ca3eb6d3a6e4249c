#include "jacobi_2d.o.h"

#include "../size.h"
#include "arrays.h"

static void step(array &from, array &to, int n) {
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            to(i, j) = 0.2 * (from(i, j) + from(i, j - 1) + from(i, 1 + j) + from(1 + i, j) +
                              from(i - 1, j));
        }
    }
}

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 90);
    array A(N, N, [&](int i, int j) { return (double(i) * (j + 2) + 2) / N; });
    array B(N, N, [&](int i, int j) { return (double(i) * (j + 3) + 3) / N; });
    array A_expected = A, B_expected = B;

    for (int t = 0; t < TSTEPS; t++) {
        step(A_expected, B_expected, N);
        step(B_expected, A_expected, N);
    }

    jacobi_2d(A.buffer(), B.buffer());
    require_same("jacobi_2d, A", A, A_expected);
    require_same("jacobi_2d, B", B, B_expected);
}
