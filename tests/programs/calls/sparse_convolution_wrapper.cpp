#include "sparse_convolution.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int B = size_of(argc, argv, 3, 8), N = size_of(argc, argv, 14, 100);
    const int F = size_of(argc, argv, 4, 10), NNZ = 3 * F;
    array<int32_t> begins = starts_of(F, [](int f) { return (f + 2) % 4; });
    array<int32_t> places = filled<int32_t>({NNZ}, [=](int k) { return k * 5 % NNZ; });
    array<float> values = filled<float>({NNZ}, [](int k) { return k % 5 - 2; });
    array<float> in = filled<float>({N + NNZ, B}, [](int k) { return k % 31; });
    array<float> out = zeros<float>({N, F, B}), expected = zeros<float>({N, F, B});
    for (int b = 0; b < B; b++) {
        for (int f = 0; f < F; f++) {
            for (int k = begins(f); k < begins(f + 1); k++) {
                for (int x = 0; x < N; x++) {
                    expected(x, f, b) += values(k) * in(x + places(k), b);
                }
            }
        }
    }
    sparse_convolution(begins, places, values, in, out);
    compare_buffers("sparse_convolution", out, expected);
}
