#include "refused_then_mended.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 100), M = size_of(argc, argv, 10, 60);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 91; });
    array<int32_t> b = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N - 3; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = (x(j, i + 3) + 7) * (x(j, i) + 7);
        }
    }
    mended(x, b);
    compare_buffers("refused_then_mended", b, expected);
}
