#include "older_headers.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 90);
    array<int32_t> x = filled<int32_t>({N + 2}, [](int k) { return k * k % 31; });
    array<int32_t> y = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        expected(i) = 5 * (x(i) + x(i + 1) + x(i + 2));
    }
    weigh(x, y);
    compare_buffers("older_headers", y, expected);
}
