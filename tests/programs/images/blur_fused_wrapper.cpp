#include "blur_fused.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 19, 130), columns = size_of(argc, argv, 27, 150);
    tensor<uint16_t> in = values<uint16_t>(1, columns, rows), bx(columns, rows);
    tensor<uint16_t> out = all<uint16_t>(7, columns, rows), expected = out.copy();
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns - 2; x++) {
            bx(x, y) = uint16_t((in(x, y) + in(x + 1, y) + in(x + 2, y)) / 3);
        }
    }
    for (int y = 0; y < rows - 2; y++) {
        for (int x = 0; x < columns - 2; x++) {
            expected(x, y) = uint16_t((bx(x, y) + bx(x, y + 1) + bx(x, y + 2)) / 3);
        }
    }
    blur_fused(in, out);
    compare_buffers("blur_fused", out, expected);
}
