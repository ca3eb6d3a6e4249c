#include "standard_headers.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 120);
    array<int32_t> x = filled<int32_t>({N + 3}, [](int k) { return k * 7 % 23; });
    array<int32_t> y = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        expected(i) = x(i) + x(i + 1) + 4 * x(i + 2) + 9 * x(i + 3);
    }
    filter_by_taps(x, y);
    compare_buffers("standard_headers", y, expected);
}
