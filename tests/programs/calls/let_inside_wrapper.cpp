#include "let_inside.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 150), NNZ = 3 * N;
    array<int32_t> rowptr = zeros<int32_t>({N + 1}), colidx = zeros<int32_t>({NNZ});
    for (int i = 0; i < N; i++) {
        rowptr(i + 1) = rowptr(i) + i % 5;
    }
    for (int k = 0; k < NNZ; k++) {
        colidx(k) = k * 7 % N;
    }
    array<double> values = filled<double>({NNZ}, [](int k) { return k + 1; });
    array<double> x = filled<double>({N}, [](int k) { return k % 9 - 4; });
    array<double> y = zeros<double>({N}), expected = zeros<double>({N});
    for (int i = 0; i < N; i++) {
        for (int k = rowptr(i); k < rowptr(i + 1); k++) {
            expected(i) += values(k) * x(colidx(k));
        }
    }
    spmv_csr(rowptr, colidx, values, x, y);
    compare_buffers("let_inside", y, expected);
}
