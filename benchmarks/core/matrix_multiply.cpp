#include "core/core.h"

#include "matrix_multiply.h"
#include "product_contest.h"

#include <HalideBuffer.h>

namespace tiramisu::bench {

void run_matrix_multiply(session &here) {
    if (!here.wants("gemm_1024")) {
        return;
    }
    static constexpr int size = 1024;
    product_contest({size, size, size})
        .run(here, "gemm_1024", "dsl", [](float *a, float *b, float *c) {
            Halide::Runtime::Buffer<float, 2> a_buffer(a, size, size), b_buffer(b, size, size),
                c_buffer(c, size, size);
            ::matrix_multiply(a_buffer, b_buffer, c_buffer);
        });
}

} // namespace tiramisu::bench
