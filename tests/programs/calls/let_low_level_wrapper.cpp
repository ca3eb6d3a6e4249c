#include "let_low_level.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 60);
    array<int32_t> begins = starts_of(N, [](int s) { return 1 + s % 4; });
    array<int32_t> x = filled<int32_t>({4 * N}, [](int k) { return k * 29 % 83 - 40; });
    array<int32_t> largest = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int s = 0; s < N; s++) {
        expected(s) = *std::max_element(&x(begins(s)), &x(begins(s)) + begins(s + 1) - begins(s));
    }
    segments(begins, x, largest);
    compare_buffers("let_low_level", largest, expected);
}
