#include "unsharp.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 18, 90), columns = size_of(argc, argv, 23, 120);
    tensor<float> in = values<float>(2, 3, columns, rows);
    tensor<float> out = all<float>(0, 3, columns, rows), expected = out.copy();
    tensor<float> grey(columns, rows);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            grey(x, y) = (in(0, x, y) + 2 * in(1, x, y) + in(2, x, y)) / 4;
        }
    }
    const int weights[3] = {1, 2, 1};
    for (int y = 1; y < rows - 1; y++) {
        for (int x = 1; x < columns - 1; x++) {
            float blurred = 0;
            for (int k = 0; k < 9; k++) {
                blurred +=
                    float(weights[k / 3] * weights[k % 3]) * grey(x + k % 3 - 1, y + k / 3 - 1);
            }
            const float ratio = (2 * grey(x, y) - blurred / 16) / (grey(x, y) + 4);
            for (int c = 0; c < 3; c++) {
                expected(c, x, y) = ratio * in(c, x, y);
            }
        }
    }
    unsharp(in, out);
    compare_buffers_approximately("unsharp", out, expected, 1e-6f);
}
