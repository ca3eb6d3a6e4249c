#include "axpy.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 75, 1003);
    tensor<int> sizes = all(N, 1);
    tensor<float> a = all(0.75f, 1), x = values<float>(1, N), y = values<float>(2, N);
    tensor<float> expected = y.copy();
    for (int i = 0; i < N; i++) {
        expected(i) += 0.75f * x(i);
    }
    axpy(sizes, a, x, y);
    compare_buffers("axpy", y, expected);
}
