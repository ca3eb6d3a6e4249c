#include "shared_tiles.o.h"

#include <cstdio>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 20, 64);
    tensor<float> a = values<float>(1, N, N), b = values<float>(2, N, N);
    tensor<float> out = all<float>(0, N, N), expected = all<float>(0, N, N);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                expected(j, i) += a(k, i) * b(j, k);
            }
        }
    }
    const int status = shared_tiles(a.raw_buffer(), b.raw_buffer(), out.raw_buffer());
    if (status == halide_error_code_gpu_device_error) {
        std::puts("there is no OpenCL device here");
        return 0;
    }
    if (status != 0) {
        return 1;
    }
    compare_buffers("shared_tiles", out, expected);
}
