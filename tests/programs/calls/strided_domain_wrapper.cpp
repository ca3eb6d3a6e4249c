#include "strided_domain.o.h"

#include "../size.h"
#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 200);
    Halide::Runtime::Buffer<int32_t> x(N), expected(N);
    for (int i = 0; i < N; i++) {
        x(i) = 5 * i - 3;
        expected(i) = i % 3 == 1 ? 2 * x(i) : x(i);
    }
    thirds(x);
    compare_buffers("every third element", x, expected);
}
