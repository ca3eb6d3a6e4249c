#include "symgs.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90);
    tensor<float> A = values<float>(1, N, N), r = values<float>(2, N), x = values<float>(3, N);
    for (int i = 0; i < N; i++) {
        A(i, i) = float(N);
    }
    tensor<float> expected = x.copy();
    auto relax = [&](int i) {
        float sum = r(i);
        for (int j = 0; j < N; j++) {
            sum -= j == i ? 0 : A(j, i) * expected(j);
        }
        expected(i) = sum / A(i, i);
    };
    for (int i = 0; i < N; i++) {
        relax(i);
    }
    for (int i = N - 1; i >= 0; i--) {
        relax(i);
    }
    symgs(A, r, x);
    compare_buffers_approximately("symgs", x, expected, 1e-5f);
}
