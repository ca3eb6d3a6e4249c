// Calls the generated function first_program. Knows nothing of the compiler: it includes the
// generated header and is linked with the object file and the runtime library.
#include "first_program.h"

#include <HalideBuffer.h>

#include <cstdio>

int main() {
    // Halide's buffers name the innermost dimension first: 100 rows of 64 floats.
    Halide::Runtime::Buffer<float, 2> a(64, 100), b(64, 100), sum(64, 100);
    a.for_each_element([&](int j, int i) {
        a(j, i) = static_cast<float>(i);
        b(j, i) = static_cast<float>(j);
    });

    if (const int error = first_program(a, b, sum)) {
        std::printf("first_program failed with error %d\n", error);
        return 1;
    }

    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 64; j++) {
            const float expected = 2 * a(j, i) + b(j, i);
            if (sum(j, i) != expected) {
                std::printf("sum[%d][%d] is %g, expected %g\n", i, j, sum(j, i), expected);
                return 1;
            }
        }
    }
    std::printf("sum[3][5] = 2 * %g + %g = %g\n", a(5, 3), b(5, 3), sum(5, 3));
    std::printf("all 6400 elements agree with the plain loops\n");
}
