#include "csr_domain.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 100), NNZ = 4 * N;
    array<int32_t> rowptr = starts_of(N, [](int i) { return i * 3 % 5; });
    array<int32_t> values = filled<int32_t>({NNZ}, [](int k) { return k * k % 29; });
    array<int32_t> sum = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        for (int k = rowptr(i); k < rowptr(i + 1); k++) {
            expected(i) += values(k);
        }
    }
    row_sums(rowptr, values, sum);
    compare_buffers("csr_domain", sum, expected);
}
