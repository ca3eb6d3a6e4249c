#include "tags_by_name.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 60), M = size_of(argc, argv, 18, 75), K = 3;
    array<float> image = filled<float>({M + K - 1, M + K - 1, N}, [](int k) { return k % 19 - 9; });
    array<float> weight = filled<float>({K, K}, [](int k) { return k % 4 - 1; });
    array<float> bias = filled<float>({1}, [](int) { return 2.5f; });
    array<float> out = zeros<float>({M, M, N}), expected = zeros<float>({M, M, N});
    for (int n = 0; n < N; n++) {
        for (int y = 0; y < M; y++) {
            for (int x = 0; x < M; x++) {
                expected(x, y, n) = bias(0);
                for (int k = 0; k < K * K; k++) {
                    expected(x, y, n) += image(x + k % K, y + k / K, n) * weight(k % K, k / K);
                }
            }
        }
    }
    convolution(image, weight, bias, out);
    compare_buffers("tags_by_name", out, expected);
}
