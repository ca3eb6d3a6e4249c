#include "inlined.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 50), M = size_of(argc, argv, 13, 66);
    array<uint8_t> image = filled<uint8_t>({M, N, 3}, [](int k) { return k * 5; });
    array<int32_t> out = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = (image(j, i, 0) + 2 * image(j, i, 1) + 3 * image(j, i, 2)) / 6;
        }
    }
    brightness(image, out);
    compare_buffers("inlined", out, expected);
}
