#include "convolution.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 90), columns = size_of(argc, argv, 22, 101);
    tensor<uint8_t> in = values<uint8_t>(1, 3, columns, rows);
    tensor<int8_t> weights(3, 3);
    int k = 0;
    for (const int weight : {-3, 5, 2, 7, 24, -8, -4, 6, -1}) {
        weights(k % 3, k / 3) = int8_t(weight);
        k++;
    }
    tensor<uint8_t> out(3, columns - 2, rows - 2), expected = out.copy();
    for (int y = 0; y < rows - 2; y++) {
        for (int x = 0; x < columns - 2; x++) {
            for (int c = 0; c < 3; c++) {
                int sum = 0;
                for (int ky = 0; ky < 3; ky++) {
                    for (int kx = 0; kx < 3; kx++) {
                        sum += in(c, x + kx, y + ky) * weights(kx, ky);
                    }
                }
                expected(c, x, y) = uint8_t(std::min(std::max(sum, 0) / 16, 255));
            }
        }
    }
    convolution(in, weights, out);
    compare_buffers("convolution", out, expected);
}
