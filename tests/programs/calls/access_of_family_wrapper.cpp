#include "access_of_family.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 222);
    array<int32_t> x = filled<int32_t>({2 * N}, [](int k) { return k * k % 119; });
    array<int32_t> y = zeros<int32_t>({2, N}), expected = zeros<int32_t>({2, N});
    for (int i = 0; i < N; i++) {
        expected(0, i) = x(2 * i) + x(2 * i + 1);
        expected(1, i) = x(2 * i) - x(2 * i + 1);
    }
    butterflies(x, y);
    compare_buffers("access_of_family", y, expected);
}
