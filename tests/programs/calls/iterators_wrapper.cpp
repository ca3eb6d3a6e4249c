#include "iterators.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 90);
    array<int32_t> image = filled<int32_t>({N + 2}, [](int k) { return k * k % 53; });
    array<int32_t> sum = zeros<int32_t>({N}), expected = zeros<int32_t>({N});
    for (int x = 0; x < N; x++) {
        expected(x) = 2 * image(x + 2) - 2 * image(x);
    }
    window(image, sum);
    compare_buffers("iterators", sum, expected);
}
