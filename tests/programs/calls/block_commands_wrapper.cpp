#include "block_commands.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 66), M = size_of(argc, argv, 15, 90);
    array<float> a = filled<float>({M, N, 2}, [](int k) { return float(k % 9 - 4); });
    array<float> b = filled<float>({M, N, 2}, [](int k) { return float(k % 7 - 3); });
    array<float> norm = zeros<float>({M, N}), expected = zeros<float>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            const float re = a(j, i, 0) * b(j, i, 0) - a(j, i, 1) * b(j, i, 1);
            const float im = a(j, i, 0) * b(j, i, 1) + a(j, i, 1) * b(j, i, 0);
            expected(j, i) = re * re + im * im;
        }
    }
    complex_products(a, b, norm);
    compare_buffers("block_commands", norm, expected);
}
