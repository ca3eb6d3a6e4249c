#include "macros.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 25, 180);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * 11 % 64; });
    array<int32_t> mixed = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        const int lower = std::min(N - 1, int(i * std::sqrt(2.0)));
        expected(i) = x(lower) + x(std::min(N - 1, lower + 1));
    }
    positions(x, mixed);
    compare_buffers("macros", mixed, expected);
}
