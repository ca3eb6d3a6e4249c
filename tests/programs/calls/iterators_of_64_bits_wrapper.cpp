#include "iterators_of_64_bits.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 100);
    array<int64_t> sum = zeros<int64_t>({N, N}), expected = zeros<int64_t>({N, N});
    for (int64_t i = 0; i < N; i++) {
        for (int64_t j = 0; j < N; j++) {
            expected(j, i) = i * i * i * i * i * i + j + 1;
        }
    }
    table(sum);
    compare_buffers("iterators_of_64_bits", sum, expected);
}
