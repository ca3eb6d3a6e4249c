#include "local_sums.o.h"

#include <cstdio>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 16, 64), K = 24;
    tensor<float> a = values<float>(1, K, N), b = values<float>(2, N, K);
    tensor<float> out = all<float>(0, N, N), expected = all<float>(0, N, N);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < K; k++) {
                expected(j, i) += 2 * a(k, i) * b(j, k);
            }
        }
    }
    const int status = local_sums(a.raw_buffer(), b.raw_buffer(), out.raw_buffer());
    if (status == halide_error_code_gpu_device_error) {
        std::puts("there is no OpenCL device here");
        return 0;
    }
    if (status != 0) {
        return 1;
    }
    compare_buffers("local_sums", out, expected);
}
