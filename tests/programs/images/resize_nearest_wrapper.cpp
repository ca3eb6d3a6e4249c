#include "resize_nearest.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 81), columns = size_of(argc, argv, 21, 99);
    tensor<uint8_t> in = values<uint8_t>(1, columns, rows);
    tensor<uint8_t> up(columns * 3 / 2, rows * 3 / 2), down(columns * 2 / 3, rows * 2 / 3);
    tensor<uint8_t> expected_up = up.copy(), expected_down = down.copy();
    for (int y = 0; y < up.dim(1).extent(); y++) {
        for (int x = 0; x < up.dim(0).extent(); x++) {
            expected_up(x, y) = in(x * 2 / 3, y * 2 / 3);
        }
    }
    for (int y = 0; y < down.dim(1).extent(); y++) {
        for (int x = 0; x < down.dim(0).extent(); x++) {
            expected_down(x, y) = in((6 * x + 3) / 4, (6 * y + 3) / 4);
        }
    }
    resize_nearest(in, up, down);
    compare_buffers("up", up, expected_up);
    compare_buffers("down", down, expected_down);
}
