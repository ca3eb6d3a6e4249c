#include "waxpby.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 77, 1500);
    tensor<float> a = all(1.5f, 1), b = all(-0.5f, 1), w(N), expected(N);
    tensor<float> x = values<float>(1, N), y = values<float>(2, N);
    for (int i = 0; i < N; i++) {
        expected(i) = 1.5f * x(i) - 0.5f * y(i);
    }
    waxpby(a, b, x, y, w);
    compare_buffers("waxpby", w, expected);
}
