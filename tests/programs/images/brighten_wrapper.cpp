#include "brighten.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 13, 120), columns = size_of(argc, argv, 21, 161);
    tensor<uint8_t> in = values<uint8_t>(1, 3, columns, rows), out(3, columns, rows);
    in(0, 0, 0) = 205;
    in(1, 0, 0) = 206;
    tensor<uint8_t> expected(3, columns, rows);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            for (int c = 0; c < 3; c++) {
                expected(c, x, y) = uint8_t(std::min(in(c, x, y) + 50, 255));
            }
        }
    }
    brighten(in, out);
    compare_buffers("brighten", out, expected);
}
