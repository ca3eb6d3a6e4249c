#include "sparse_conv_relu.o.h"

#include "../size.h"
#include "sparse.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 30);
    sparse_filter filter(3, 5, N + 2);
    tensor<float> in = values<float>(1, N + 2, N + 2, 3, 2), bias = values<float>(2, 5);
    tensor<float> out(N, N, 5, 2), expected(N, N, 5, 2);
    for (int b = 0; b < 2; b++) {
        expected.sliced(3, b).copy_from(rectified(convolved(in.sliced(3, b), filter.dense, bias)));
    }
    sparse_conv_relu(flat(in), filter.starts, filter.indices, filter.values, bias, out);
    compare_buffers("sparse_conv_relu", out, expected);
}
