#include "interchange_forms.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 30);
    array<int32_t> x = filled<int32_t>({N, N, N}, [](int k) { return k * 13 % 31; });
    array<int32_t> got = zeros<int32_t>({N, 2}), expected = zeros<int32_t>({N, 2});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                expected(i, 0) += x(k, j, i);
                expected(k, 1) += x(k, j, i);
            }
        }
    }
    sums(x, got);
    compare_buffers("interchange_forms", got, expected);
}
