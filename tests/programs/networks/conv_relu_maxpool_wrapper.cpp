#include "conv_relu_maxpool.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 40);
    tensor<float> in = values<float>(1, N + 2, N + 2, 3), filter = values<float>(2, 3, 3, 3, 5);
    tensor<float> bias = values<float>(3, 5), out(N / 2, N / 2, 5);
    conv_relu_maxpool(in, filter, bias, out);
    compare_buffers("conv_relu_maxpool", out, max_pooled(rectified(convolved(in, filter, bias))));
}
