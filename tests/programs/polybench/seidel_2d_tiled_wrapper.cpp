#include "seidel_2d_tiled.o.h"

#include "../size.h"
#include "arrays.h"

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 40, 120);
    array A(N, N, [&](int i, int j) { return (double(i) * (j + 2) + 2) / N; }), expected = A;

    for (int t = 0; t < TSTEPS; t++) {
        for (int i = 1; i < N - 1; i++) {
            for (int j = 1; j < N - 1; j++) {
                double sum = 0;
                for (int r = i - 1; r <= i + 1; r++) {
                    for (int s = j - 1; s <= j + 1; s++) {
                        sum += expected(r, s);
                    }
                }
                expected(i, j) = sum / 9.0;
            }
        }
    }

    seidel_2d_tiled(A.buffer());
    require_same("seidel_2d_tiled", A, expected);
}
