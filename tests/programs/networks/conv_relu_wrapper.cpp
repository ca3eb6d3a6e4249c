#include "conv_relu.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 30);
    tensor<float> in = values<float>(1, N + 4, N + 4, 3, 2), filter = values<float>(2, 5, 5, 3, 4);
    tensor<float> bias = values<float>(3, 4), out(N, N, 4, 2), expected(N, N, 4, 2);
    for (int n = 0; n < 2; n++) {
        tensor<float> sum = convolved(in.sliced(3, n), filter, bias);
        sum.for_each_element([&](int x, int y, int f) {
            expected(x, y, f, n) = sum(x, y, f) < 0 ? sum(x, y, f) / 4 : sum(x, y, f);
        });
    }
    conv_relu(in, filter, bias, out);
    compare_buffers("conv_relu", out, expected);
}
