#include "dumps.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 100);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k; });
    array<int32_t> y = filled<int32_t>({N}, [](int k) { return 3 * k; });
    array<int32_t> z = zeros<int32_t>({N}),
                   expected = filled<int32_t>({N}, [](int k) { return 4 * k; });
    add(x, y, z);
    compare_buffers("dumps", z, expected);
}
