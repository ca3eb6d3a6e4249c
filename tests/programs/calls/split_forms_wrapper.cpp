#include "split_forms.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 121), M = size_of(argc, argv, 10, 66);
    array<uint32_t> x = filled<uint32_t>({M, N}, [](int k) { return 1000 * k + 9; });
    array<uint32_t> c = zeros<uint32_t>({M, N}), expected = zeros<uint32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 3; j < M; j++) {
            expected(j, i) = x(j, i) * x(j, i) + uint32_t(i) + uint32_t(j);
        }
    }
    three_splits(x, c);
    compare_buffers("split_forms", c, expected);
}
