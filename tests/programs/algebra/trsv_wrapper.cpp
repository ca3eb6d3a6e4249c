#include "trsv.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 18, 130);
    tensor<float> L = values<float>(1, N, N), b = values<float>(2, N), x(N), expected(N);
    for (int i = 0; i < N; i++) {
        L(i, i) = float(N);
        float sum = b(i);
        for (int j = 0; j < i; j++) {
            sum -= L(j, i) * expected(j);
        }
        expected(i) = sum / L(i, i);
    }
    trsv(L, b, x);
    compare_buffers_approximately("trsv", x, expected, 1e-5f);
}
