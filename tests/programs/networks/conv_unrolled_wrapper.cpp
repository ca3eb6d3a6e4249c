#include "conv_unrolled.o.h"

#include "../values.h"
#include "../size.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 33);
    tensor<float> in = values<float>(1, 3, N + 2, N + 2), filter = values<float>(2, 8, 3, 3, 3, 2);
    tensor<float> bias = values<float>(3, 8, 2), out(8, N, N, 2), expected(8, N, N, 2);
    expected.for_each_element([&](int f, int x, int y, int block) {
        float sum = bias(f, block);
        for (int k = 0; k < 27; k++) {
            const int fin = k % 3, kx = k / 3 % 3, ky = k / 9;
            sum += in(fin, x + kx, y + ky) * filter(f, fin, kx, ky, block);
        }
        expected(f, x, y, block) = sum;
    });
    conv_unrolled(in, filter, bias, out);
    compare_buffers("conv_unrolled", out, expected);
}
