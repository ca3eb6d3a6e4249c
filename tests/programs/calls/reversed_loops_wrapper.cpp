#include "reversed_loops.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 90);
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k * k % 47; });
    array<int32_t> doubled = zeros<int32_t>({N}), suffix = zeros<int32_t>({N});
    array<int32_t> expected_doubled = zeros<int32_t>({N}), expected_suffix = zeros<int32_t>({N});
    int running = 0;
    for (int i = N - 1; i >= 0; i--) {
        running += x(i);
        expected_doubled(i) = 2 * x(i);
        expected_suffix(N - 1 - i) = running;
    }
    suffix_sums(x, doubled, suffix);
    compare_buffers("reversed_loops: doubled", doubled, expected_doubled);
    compare_buffers("reversed_loops: suffix", suffix, expected_suffix);
}
