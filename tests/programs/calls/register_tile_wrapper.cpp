#include "register_tile.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 24), X = size_of(argc, argv, 18, 100), F = 8, K = 3;
    array<float> in = filled<float>({X + K, N}, [](int k) { return k % 11 - 5; });
    array<float> filter = filled<float>({F, K}, [](int k) { return k % 3 - 1; });
    array<float> bias = filled<float>({F}, [](int k) { return k; });
    array<float> out = zeros<float>({F, X, N}), expected = zeros<float>({F, X, N});
    for (int n = 0; n < N; n++) {
        for (int x = 0; x < X; x++) {
            for (int f = 0; f < F; f++) {
                float sum = bias(f);
                for (int k = 0; k < K; k++) {
                    sum += filter(f, k) * in(x + k, n);
                }
                expected(f, x, n) = sum > 0 ? sum : 0;
            }
        }
    }
    registers(in, filter, bias, out);
    compare_buffers("register_tile", out, expected);
}
