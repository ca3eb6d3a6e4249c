#include "spmv_dot.o.h"

#include "../size.h"
#include "csr.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 23, 300);
    csr_matrix A(N);
    tensor<float> x = values<float>(1, N), w = values<float>(2, N), y(N), dot(1);
    spmv_dot(A.starts, A.columns, A.values, x, w, y, dot);
    const tensor<float> expected = A.times(x);
    tensor<float> sum = all<float>(0, 1);
    for (int i = 0; i < N; i++) {
        sum(0) += w(i) * expected(i);
    }
    compare_buffers("y", y, expected);
    compare_buffers_approximately("dot", dot, sum, 1e-4f);
}
