#include "tile_2d.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 90), M = size_of(argc, argv, 21, 75);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 100; });
    array<int32_t> c = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = (x(j, i) + i * j) * (x(j, i) - i * j);
        }
    }
    planes(x, c);
    compare_buffers("tile_2d", c, expected);
}
