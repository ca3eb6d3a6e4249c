#include "context_constraints.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 24, 800), n = N - 8;
    array<int32_t> size = filled<int32_t>({1}, [=](int) { return n; });
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k; });
    array<int32_t> y = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < n; i++) {
        expected(i) = 3 * x(i);
    }
    scale_by_three(size, x, y);
    compare_buffers("context_constraints", y, expected);
}
