#include "shifted_nests.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 80), M = size_of(argc, argv, 17, 70);
    array<int32_t> image = filled<int32_t>({M, N}, [](int k) { return k * 29 % 331; });
    array<int32_t> third = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 2; i < N - 2; i++) {
        for (int j = 2; j < M - 2; j++) {
            expected(j, i) = 3 * (image(j - 1, i - 1) + image(j - 1, i + 1) + image(j + 1, i - 1) +
                                  image(j + 1, i + 1));
        }
    }
    three_filters(image, third);
    compare_buffers("shifted_nests", third, expected);
}
