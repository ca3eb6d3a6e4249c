#include "explicit_function.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 1000);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * k % 17; });
    array<int32_t> y = zeros<int32_t>({N - 1}), expected = zeros<int32_t>({N - 1});
    for (int i = 0; i < N - 1; i++) {
        expected(i) = x(i) + x(i + 1);
    }
    neighbours(x, y);
    compare_buffers("explicit_function", y, expected);
}
