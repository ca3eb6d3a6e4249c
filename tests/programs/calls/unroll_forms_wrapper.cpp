#include "unroll_forms.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 123), degree = 6;
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k % 7 - 3; });
    array<int32_t> factor = filled<int32_t>({degree}, [](int k) { return 2 - k; });
    array<int32_t> next = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        int value = 0;
        for (int d = 0; d < degree; d++) {
            value = value * x(i) + factor(d);
        }
        expected(i) = value * value + 1;
    }
    horner(x, factor, next);
    compare_buffers("unroll_forms", next, expected);
}
