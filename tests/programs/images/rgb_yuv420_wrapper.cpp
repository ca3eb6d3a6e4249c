#include "rgb_yuv420.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 14, 100), columns = size_of(argc, argv, 26, 140);
    tensor<uint8_t> rgb = values<uint8_t>(2, 3, columns, rows);
    tensor<uint8_t> Y(columns, rows), U(columns / 2, rows / 2), V(columns / 2, rows / 2);
    tensor<uint8_t> expected_Y = Y.copy(), expected_U = U.copy(), expected_V = V.copy();
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            const int r = rgb(0, x, y), g = rgb(1, x, y), b = rgb(2, x, y);
            expected_Y(x, y) = uint8_t(((66 * r + 129 * g + 25 * b + 128) >> 8) + 16);
            if (y % 2 == 0 && x % 2 == 0) {
                expected_U(x / 2, y / 2) = uint8_t(((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128);
                expected_V(x / 2, y / 2) = uint8_t(((112 * r - 94 * g - 18 * b + 128) >> 8) + 128);
            }
        }
    }
    rgb_yuv420(rgb, Y, U, V);
    compare_buffers("Y", Y, expected_Y);
    compare_buffers("U", U, expected_U);
    compare_buffers("V", V, expected_V);
}
