#include "shift_fusion.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 80), M = size_of(argc, argv, 9, 70);
    array<uint16_t> image = filled<uint16_t>({M + 2, N}, [](int k) { return 53 * k; });
    array<uint16_t> down = zeros<uint16_t>({M, N - 2}), expected = zeros<uint16_t>({M, N - 2});
    for (int y = 0; y < N - 2; y++) {
        for (int j = 0; j < M; j++) {
            for (int window = 0; window < 9; window++) {
                expected(j, y) = uint16_t(expected(j, y) + image(j + window % 3, y + window / 3));
            }
        }
    }
    fused_blur(image, down);
    compare_buffers("shift_fusion", down, expected);
}
