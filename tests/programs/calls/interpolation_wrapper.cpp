#include "interpolation.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 150), out = 3 * (N - 1) / 2;
    array<uint8_t> pixel = filled<uint8_t>({N}, [](int k) { return k * 57 % 251; });
    array<float> resized = zeros<float>({out}), expected = zeros<float>({out});
    array<uint8_t> rounded = zeros<uint8_t>({out}), expected_rounded = zeros<uint8_t>({out});
    for (int o = 0; o < out; o++) {
        const int left = 2 * o / 3, thirds = 2 * o % 3;
        expected(o) = float(pixel(left) * (3 - thirds) + pixel(left + 1) * thirds) / 3;
        expected_rounded(o) = uint8_t(std::lround(expected(o)));
    }
    resize(pixel, resized, rounded);
    compare_buffers_approximately("interpolation: resized", resized, expected, 0.01f);
    compare_buffers("interpolation: rounded", rounded, expected_rounded);
}
