#include "tiled_product.o.h"

#include <cstdio>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 13, 70), K = 11;
    tensor<float> a = values<float>(1, K, N), b = values<float>(2, M, K);
    tensor<float> out = all<float>(0, M, N), expected = all<float>(0, M, N);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            for (int k = 0; k < K; k++) {
                expected(j, i) += 2 * a(k, i) * b(j, k);
            }
        }
    }
    const int status = tiled_product(a.raw_buffer(), b.raw_buffer(), out.raw_buffer());
    if (status == halide_error_code_gpu_device_error) {
        std::puts("there is no OpenCL device here");
        return 0;
    }
    if (status != 0) {
        return 1;
    }
    compare_buffers("tiled_product", out, expected);
}
