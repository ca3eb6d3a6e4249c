#include "stored_scalar.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 27, 1000);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * 31 % 57 - 80; });
    array<int32_t> y = filled<int32_t>({N}, [](int k) { return k * 17 % 43; });
    array<int32_t> dot = zeros<int32_t>({1}), largest = zeros<int32_t>({1});
    array<int32_t> expected_dot = zeros<int32_t>({1}), expected_largest = zeros<int32_t>({1});
    expected_largest(0) = x(0);
    for (int i = 0; i < N; i++) {
        expected_dot(0) += x(i) * y(i);
        expected_largest(0) = x(i) > expected_largest(0) ? x(i) : expected_largest(0);
    }
    dot_and_largest(x, y, dot, largest);
    compare_buffers("stored_scalar: dot", dot, expected_dot);
    compare_buffers("stored_scalar: largest", largest, expected_largest);
}
