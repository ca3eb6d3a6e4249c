#include "conv_blocked.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 32);
    tensor<float> input = values<float>(1, 8, N + 2, N + 2, 2, 2), bias = values<float>(2, 8, 3);
    tensor<float> filter = values<float>(3, 8, 8, 3, 3, 2, 3);
    tensor<float> output(8, N, N, 3, 2), expected(8, N, N, 3, 2);
    expected.for_each_element([&](const int *at) {
        const int channel = at[0], x = at[1], y = at[2], block = at[3], n = at[4];
        float sum = bias(channel, block);
        for (int fin = 0; fin < 16; fin++) {
            for (int k = 0; k < 9; k++) {
                sum += input(fin % 8, x + k % 3, y + k / 3, fin / 8, n) *
                       filter(channel, fin % 8, k % 3, k / 3, fin / 8, block);
            }
        }
        expected(at) = sum;
    });
    conv_blocked(input, filter, bias, output);
    compare_buffers("conv_blocked", output, expected);
}
