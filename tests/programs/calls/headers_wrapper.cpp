#include "headers.o.h"

#include <cmath>

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 20, 200), width = int(std::sqrt(N));
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * k; });
    array<int32_t> y = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N - width; i++) {
        expected(i) = x(i) + x(i + width);
    }
    filter(x, y);
    compare_buffers("headers", y, expected);
}
