#include "automatic_buffers.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 80), M = size_of(argc, argv, 14, 66);
    array<uint16_t> x = filled<uint16_t>({M, N}, [](int k) { return 977 * k; });
    array<uint16_t> c = zeros<uint16_t>({M, N}), expected = zeros<uint16_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = uint16_t(uint16_t(uint16_t(3 * x(j, i)) >> 1 << 2) % 1000);
        }
    }
    stages(x, c);
    compare_buffers("automatic_buffers", c, expected);
}
