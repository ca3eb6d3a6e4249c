#include "let_inside.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 150), NNZ = 3 * N;
    array<int32_t> rowptr = starts_of(N, [](int i) { return i % 5; });
    array<int32_t> colidx = filled<int32_t>({NNZ}, [=](int k) { return k * 7 % N; });
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
