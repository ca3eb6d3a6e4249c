#include "temporary_arguments.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 77);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * 5 % 13; });
    array<int32_t> y = zeros<int32_t>({N}), expected = x.copy();
    for (int k = 1; k < N; k++) {
        expected(k) += expected(k - 1);
    }
    scan(x, y);
    compare_buffers("temporary_arguments", y, expected);
}
