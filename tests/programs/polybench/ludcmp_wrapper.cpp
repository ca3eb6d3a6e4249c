#include "ludcmp.o.h"

#include "../size.h"
#include "positive_definite.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    array A = positive_definite(N), x({N}), y({N});
    array b(N, [&](int i) { return (i + 1) / double(N) / 2.0 + 4; });
    array A_expected = A, x_expected = x, y_expected = y;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double w = A_expected(i, j);
            for (int k = 0; k < std::min(i, j); k++) {
                w -= A_expected(i, k) * A_expected(k, j);
            }
            A_expected(i, j) = j < i ? w / A_expected(j, j) : w;
        }
    }
    for (int i = 0; i < N; i++) {
        double w = b(i);
        for (int j = 0; j < i; j++) {
            w -= A_expected(i, j) * y_expected(j);
        }
        y_expected(i) = w;
    }
    for (int i = N - 1; i >= 0; i--) {
        double w = y_expected(i);
        for (int j = i + 1; j < N; j++) {
            w -= A_expected(i, j) * x_expected(j);
        }
        x_expected(i) = w / A_expected(i, i);
    }

    ludcmp(A.buffer(), b.buffer(), x.buffer(), y.buffer());
    require_same("ludcmp, A", A, A_expected);
    require_same("ludcmp, y", y, y_expected);
    require_same("ludcmp, x", x, x_expected);
}
