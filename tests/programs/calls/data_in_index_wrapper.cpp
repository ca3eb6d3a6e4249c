#include "data_in_index.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 60), M = size_of(argc, argv, 17, 70), levels = 16;
    array<uint8_t> x = filled<uint8_t>({M, N}, [=](int k) { return k * k % levels; });
    array<int32_t> y = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    std::vector<int> below(levels);
    for (int k = 0; k < N * M; k++) {
        for (int l = x.data()[k]; l < levels; l++) {
            below[l]++;
        }
    }
    for (int k = 0; k < N * M; k++) {
        expected.data()[k] = below[x.data()[k]] * (levels - 1) / (N * M);
    }
    equalise(x, y);
    compare_buffers("data_in_index", y, expected);
}
