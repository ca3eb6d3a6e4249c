#include "address_of_input.o.h"

#include "buffers.h"

#include <algorithm>
#include <numeric>

extern "C" int32_t largest_of(halide_buffer_t *b) {
    return *std::max_element(b->host, b->host + b->dim[0].extent);
}

extern "C" int32_t sum_of(halide_buffer_t *b) {
    const int32_t *first = reinterpret_cast<const int32_t *>(b->host);
    return std::accumulate(first, first + b->dim[0].extent, 0);
}

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 6, 40);
    array<uint8_t> table = filled<uint8_t>({N}, [](int k) { return (k * 7 + 3) % 29; });
    array<int32_t> out = zeros<int32_t>({N, N}), expected = zeros<int32_t>({N, N});
    array<int32_t> sums = zeros<int32_t>({N}), result = zeros<int32_t>({1}),
                   total = zeros<int32_t>({1});
    int largest = 0;
    for (int i = 0; i < N; i++) {
        largest = std::max<int>(largest, table(i));
        total(0) += i * 3;
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected(j, i) = largest * i + j;
        }
    }
    spread(table, out, sums, result);
    compare_buffers("largest", out, expected);
    compare_buffers("total", result, total);
}
