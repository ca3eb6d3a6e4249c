#include "spmv.o.h"

#include "../size.h"
#include "csr.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 23, 300);
    csr_matrix A(N);
    tensor<float> x = values<float>(1, N), y(N);
    spmv(A.starts, A.columns, A.values, x, y);
    compare_buffers("spmv", y, A.times(x));
}
