#include "vectorize_forms.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 40), M = size_of(argc, argv, 37, 203);
    array<uint8_t> x = filled<uint8_t>({M, N}, [](int k) { return 91 * k; });
    array<uint8_t> y = filled<uint8_t>({M, N}, [](int k) { return 13 * k + 5; });
    array<uint8_t> inverse = zeros<uint8_t>({M, N}), expected = zeros<uint8_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            const int sum = x(j, i) + y(j, i) - 20;
            expected(j, i) = uint8_t(255 - (sum < 0 ? 0 : sum > 255 ? 255 : sum));
        }
    }
    clamped_sums(x, y, inverse);
    compare_buffers("vectorize_forms", inverse, expected);
}
