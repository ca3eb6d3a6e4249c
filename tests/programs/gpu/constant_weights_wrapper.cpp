#include "constant_weights.o.h"

#include <cstdio>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 30, 300);
    tensor<float> in = values<float>(1, N + 2), w = values<float>(2, 3);
    tensor<float> out = all<float>(0, N), expected = all<float>(0, N);
    for (int i = 0; i < N; i++) {
        expected(i) = in(i)*w(0) + in(i + 1) * w(1) + in(i + 2) * w(2);
    }
    const int status = constant_weights(in.raw_buffer(), w.raw_buffer(), out.raw_buffer());
    if (status == halide_error_code_gpu_device_error) {
        std::puts("there is no OpenCL device here");
        return 0;
    }
    if (status != 0) {
        return 1;
    }
    compare_buffers("constant_weights", out, expected);
}
