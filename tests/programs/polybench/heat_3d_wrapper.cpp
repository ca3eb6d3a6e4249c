#include "heat_3d.o.h"

#include "../size.h"
#include "arrays.h"

static void step(array &from, array &to, int n) {
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            for (int k = 1; k < n - 1; k++) {
                to(i, j, k) =
                    0.125 * (from(i + 1, j, k) - 2.0 * from(i, j, k) + from(i - 1, j, k)) +
                    0.125 * (from(i, j + 1, k) - 2.0 * from(i, j, k) + from(i, j - 1, k)) +
                    0.125 * (from(i, j, k + 1) - 2.0 * from(i, j, k) + from(i, j, k - 1)) +
                    from(i, j, k);
            }
        }
    }
}

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 10, 20);
    array A({N, N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                A(i, j, k) = double(i + j + (N - k)) * 10 / N;
            }
        }
    }
    array B = A, A_expected = A, B_expected = A;

    for (int t = 1; t <= TSTEPS; t++) {
        step(A_expected, B_expected, N);
        step(B_expected, A_expected, N);
    }

    heat_3d(A.buffer(), B.buffer());
    require_same("heat_3d, A", A, A_expected);
    require_same("heat_3d, B", B, B_expected);
}
