#include "computed_bounds.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 90), M = size_of(argc, argv, 17, 80);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k * 19 % 211; });
    array<int32_t> crop = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 2; i < N - 3; i++) {
        for (int j = 1; j < M - 1; j++) {
            int sum = 0;
            for (int window = 0; window < 9; window++) {
                sum += x(j + window % 3 - 1, i + window / 3 - 1);
            }
            expected(j, i) = sum / 9;
        }
    }
    cropped_blur(x, crop);
    compare_buffers("computed_bounds", crop, expected);
}
