#include "unnamed.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 80), M = size_of(argc, argv, 11, 90);
    array<float> image = filled<float>({M, N}, [](int k) { return float(k * 37 % 256); });
    array<float> down = zeros<float>({M - 2, N - 2}), expected = zeros<float>({M - 2, N - 2});
    auto across = [&](int i, int j) {
        return (image(j, i) + image(j + 1, i) + image(j + 2, i)) / 3;
    };
    for (int i = 0; i < N - 2; i++) {
        for (int j = 0; j < M - 2; j++) {
            expected(j, i) = (across(i, j) + across(i + 1, j) + across(i + 2, j)) / 3;
        }
    }
    blur(image, down);
    compare_buffers_approximately("unnamed", down, expected, 0.001f);
}
