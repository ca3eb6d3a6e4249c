#include "tagged_then_tiled.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 90), M = size_of(argc, argv, 21, 77);
    array<uint8_t> x = filled<uint8_t>({M, N}, [](int k) { return k * 13; });
    array<uint8_t> limit = filled<uint8_t>({1}, [](int) { return 100; });
    array<uint8_t> y = zeros<uint8_t>({M, N}), expected = zeros<uint8_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = x(j, i) > 100 ? x(j, i) : 0;
        }
    }
    threshold(x, limit, y);
    compare_buffers("tagged_then_tiled", y, expected);
}
