#include "implicit_buffers.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 140);
    array<int64_t> x = filled<int64_t>({N}, [](int k) { return k * k % 37; });
    array<int64_t> second = zeros<int64_t>({N}), expected = zeros<int64_t>({N});
    for (int l = 7; l < N; l++) {
        expected(l) = x(l) * x(l) - 2 * x(l - 1) * x(l - 1) + x(l - 2) * x(l - 2);
    }
    second_differences(x, second);
    compare_buffers("implicit_buffers", second, expected);
}
