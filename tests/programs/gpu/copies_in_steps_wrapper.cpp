#include "copies_in_steps.o.h"

#include <cstdio>

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int T = 3, N = size_of(argc, argv, 9, 40);
    tensor<int> a = all<int>(-1, N, N, T), b = all<int>(-1, N, N, T);
    const int status = copies_in_steps(a.raw_buffer(), b.raw_buffer());
    if (status == halide_error_code_gpu_device_error) {
        std::puts("there is no OpenCL device here");
        return 0;
    }
    int wrong = status == 0 ? 0 : 1;
    for (int t = 0; t < T; t++) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                wrong += a(j, i, t) == t + 1 && b(j, i, t) == 2 * t ? 0 : 1;
            }
        }
    }
    return wrong == 0 ? 0 : 1;
}
