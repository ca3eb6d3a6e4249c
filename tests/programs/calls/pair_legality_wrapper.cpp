#include "pair_legality.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 200);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * k % 97; });
    array<int32_t> b = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int k = 1; k < N; k++) {
        expected(k) = 5 * x(k) - 5 * x(k - 1);
    }
    pair(x, b);
    compare_buffers("pair_legality", b, expected);
}
