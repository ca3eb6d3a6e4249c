#include "conv_registers.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 40);
    tensor<float> in = values<float>(1, 3, N + 2, N + 2), filter = values<float>(2, 8, 3, 3, 3, 4);
    tensor<float> bias = values<float>(3, 8, 4), out(8, N, N, 4);
    conv_registers(in, filter, bias, out);
    compare_buffers("conv_registers", out, rectified(convolved_to_blocks(in, filter, bias)));
}
