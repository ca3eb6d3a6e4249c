#include "further_definitions.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 300);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return 5 * k % 23; });
    array<int32_t> y = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 1; i < N - 1; i++) {
        expected(i) = x(i - 1) + x(i) + x(i + 1);
    }
    expected(0) = 3 * x(0);
    expected(N - 1) = 3 * x(N - 1) + expected(0);
    ends(x, y);
    compare_buffers("further_definitions", y, expected);
}
