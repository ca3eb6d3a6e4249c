#include "views.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 40), M = size_of(argc, argv, 10, 50);
    array<float> x = filled<float>({M, N}, [](int k) { return float(k % 77); });
    array<float> out = zeros<float>({2 * M, N}), expected = zeros<float>({2 * M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            const float left = j > 0 ? x(j - 1, i) : 0, right = j + 1 < M ? x(j + 1, i) : 0;
            expected(j, i) = left + x(j, i) + right + 1;
            expected(j + M, i) = 2 * x(j, i) + 1;
        }
    }
    padded_pair(x, out);
    compare_buffers("views", out, expected);
}
