#include "named_operators.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 22, 150);
    array<int32_t> a = filled<int32_t>({N}, [](int k) { return k * 37 % 101 - 50; });
    array<int32_t> b = filled<int32_t>({N}, [](int k) { return k * 59 % 83 - 40; });
    array<int32_t> x = zeros<int32_t>({N}), expected_x = zeros<int32_t>({N});
    array<int32_t> y = zeros<int32_t>({N}), expected_y = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        const int product = (a(i) + b(i)) * (a(i) - b(i));
        const int rest = (product % 7 + 7) % 7, quotient = (product - rest) / 7;
        expected_x(i) = std::max(quotient, rest) * 4 + (std::min(a(i), -b(i)) >> 1);
        expected_y(i) = std::abs(expected_x(i));
    }
    named_operators(a, b, x, y);
    compare_buffers("named_operators: x", x, expected_x);
    compare_buffers("named_operators: y", y, expected_y);
}
