#include "warp_affine.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 100), columns = size_of(argc, argv, 22, 110);
    tensor<uint8_t> in = values<uint8_t>(1, columns, rows);
    tensor<float> out(columns, rows), expected(columns, rows);
    auto pixel = [&](int row, int column) {
        return float(
            in(std::min(std::max(column, 0), columns - 1), std::min(std::max(row, 0), rows - 1)));
    };
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            const float row = 1.25f * float(y) - 0.125f * float(x) + 1.75f;
            const float column = 0.25f * float(y) + 0.75f * float(x) - 2.5f;
            const int r = int(std::floor(row)), c = int(std::floor(column));
            const float dr = row - float(r), dc = column - float(c);
            expected(x, y) = (1 - dr) * (1 - dc) * pixel(r, c) + dr * (1 - dc) * pixel(r + 1, c) +
                             (1 - dr) * dc * pixel(r, c + 1) + dr * dc * pixel(r + 1, c + 1);
        }
    }
    warp_affine(in, out);
    compare_buffers("warp_affine", out, expected);
}
