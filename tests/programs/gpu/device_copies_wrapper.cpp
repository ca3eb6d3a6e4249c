#include "device_copies.o.h"

#include <cstdio>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 70);
    tensor<uint8_t> a = values<uint8_t>(1, N, N), b = values<uint8_t>(2, N, N);
    tensor<uint8_t> out = all<uint8_t>(0, N, N), expected = all<uint8_t>(0, N, N);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                expected(j, i) += a(k, i) * b(j, k);
            }
        }
    }
    const int status = device_copies(a.raw_buffer(), b.raw_buffer(), out.raw_buffer());
    if (status == halide_error_code_gpu_device_error) {
        std::puts("there is no OpenCL device here");
        return 0;
    }
    if (status != 0) {
        return 1;
    }
    compare_buffers("device_copies", out, expected);
}
