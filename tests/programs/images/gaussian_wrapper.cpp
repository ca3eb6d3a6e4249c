#include "gaussian.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 90), columns = size_of(argc, argv, 29, 110);
    const float weights[7] = {2, 6, 14, 20, 14, 6, 2};
    tensor<float> kernel_x(7), kernel_y(7);
    for (int k = 0; k < 7; k++) {
        kernel_x(k) = weights[k] / 64;
        kernel_y(k) = weights[6 - k] / 128;
    }
    tensor<uint8_t> in = values<uint8_t>(1, 3, columns, rows);
    tensor<uint8_t> out(3, columns - 6, rows - 6), expected(3, columns - 6, rows - 6);
    for (int y = 0; y < rows - 6; y++) {
        for (int x = 0; x < columns - 6; x++) {
            for (int c = 0; c < 3; c++) {
                float sum = 0;
                for (int r = 0; r < 7; r++) {
                    for (int s = 0; s < 7; s++) {
                        sum += float(in(c, x + s, y + r)) * kernel_x(s) * kernel_y(r);
                    }
                }
                expected(c, x, y) = uint8_t(sum);
            }
        }
    }
    gaussian(in, kernel_x, kernel_y, out);
    compare_buffers("gaussian", out, expected);
}
