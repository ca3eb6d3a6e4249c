#include "residual_block.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 28);
    tensor<float> in = values<float>(1, N + 2, N + 2, 4), bias = values<float>(4, 4);
    tensor<float> filter1 = values<float>(2, 3, 3, 4, 4), filter2 = values<float>(3, 3, 3, 4, 4);
    tensor<float> out(N, N, 4);
    tensor<float> sum = convolved(padded(rectified(convolved(in, filter1, bias))), filter2, bias);
    sum.for_each_element([&](int x, int y, int f) { sum(x, y, f) += in(x + 1, y + 1, f); });
    residual_block(in, filter1, filter2, bias, out);
    compare_buffers_approximately("residual_block", out, rectified(sum), 1e-4f);
}
