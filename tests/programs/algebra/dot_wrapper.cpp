#include "dot.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 33) * 24;
    tensor<float> x = values<float>(1, N), y = values<float>(2, N), result(1);
    tensor<float> expected = all<float>(0, 1);
    for (int i = 0; i < N; i++) {
        expected(0) += x(i) * y(i);
    }
    dot(x, y, result);
    compare_buffers("dot", result, expected);
}
