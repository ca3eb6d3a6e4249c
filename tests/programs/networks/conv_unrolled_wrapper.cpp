#include "conv_unrolled.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 33);
    tensor<float> in = values<float>(1, 3, N + 2, N + 2), filter = values<float>(2, 8, 3, 3, 3, 2);
    tensor<float> bias = values<float>(3, 8, 2), out(8, N, N, 2);
    conv_unrolled(in, filter, bias, out);
    compare_buffers("conv_unrolled", out, convolved_to_blocks(in, filter, bias));
}
