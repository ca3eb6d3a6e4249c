#include "dense.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int BATCH = size_of(argc, argv, 3, 12), IN = size_of(argc, argv, 19, 120);
    tensor<float> in = values<float>(1, IN, BATCH), weights = values<float>(2, 8, IN, 3);
    tensor<float> bias = values<float>(3, 8, 3), out(8, 3, BATCH), expected(8, 3, BATCH);
    expected.for_each_element([&](int o, int block, int b) {
        float sum = bias(o, block);
        for (int i = 0; i < IN; i++) {
            sum += in(i, b) * weights(o, i, block);
        }
        expected(o, block, b) = std::max(sum, 0.f);
    });
    dense(in, weights, bias, out);
    compare_buffers("dense", out, expected);
}
