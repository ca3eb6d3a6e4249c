#include "concat_block.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 30);
    tensor<float> in = values<float>(1, N, N, 3), filter = values<float>(2, 3, 3, 3, 4);
    tensor<float> scale = values<float>(3, 3), shift = values<float>(4, 3), out(N, N, 7);
    tensor<float> normalised = in.copy(), expected(N, N, 7);
    in.for_each_element([&](int x, int y, int z) {
        normalised(x, y, z) = in(x, y, z) * scale(z) + shift(z);
        expected(x, y, z) = in(x, y, z);
    });
    tensor<float> sums = convolved(padded(rectified(normalised)), filter, all<float>(0, 4));
    sums.for_each_element([&](int x, int y, int f) { expected(x, y, f + 3) = sums(x, y, f); });
    concat_block(in, filter, scale, shift, out);
    compare_buffers_approximately("concat_block", out, expected, 1e-5f);
}
