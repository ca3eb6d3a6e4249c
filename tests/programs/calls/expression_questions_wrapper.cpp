#include "expression_questions.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 16, 140);
    array<uint32_t> x = filled<uint32_t>({N}, [](int k) { return 5 * k; });
    array<uint32_t> y = filled<uint32_t>({N}, [](int k) { return 1u << k % 32; });
    array<uint32_t> c = zeros<uint32_t>({N}), expected = zeros<uint32_t>({N});
    for (int i = 0; i < N; i++) {
        expected(i) = y(i) + 6 * x(i) + 1;
    }
    decided(x, y, c);
    compare_buffers("expression_questions", c, expected);
}
