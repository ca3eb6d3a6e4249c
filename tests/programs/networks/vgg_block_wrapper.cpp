#include "vgg_block.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 30);
    tensor<float> in = values<float>(1, N + 2, N + 2, 3), bias = values<float>(4, 4);
    tensor<float> filter1 = values<float>(2, 3, 3, 3, 4), filter2 = values<float>(3, 3, 3, 4, 4);
    tensor<float> out(N / 2, N / 2, 4);
    vgg_block(in, filter1, filter2, bias, out);
    const tensor<float> hidden = rectified(convolved(in, filter1, bias));
    compare_buffers_approximately(
        "vgg_block", out, max_pooled(rectified(convolved(padded(hidden), filter2, bias))), 1e-4f);
}
