#include "pyramid.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 45), M = size_of(argc, argv, 11, 50);
    tensor<float> in = values<float>(1, 2 * M, 2 * N), down(M, N), laplacian(2 * M, 2 * N);
    tensor<float> expected_down = all<float>(0, M, N), expected(2 * M, 2 * N);
    in.for_each_element([&](int x, int y) { expected_down(x / 2, y / 2) += in(x, y) / 4; });
    in.for_each_element(
        [&](int x, int y) { expected(x, y) = in(x, y) - expected_down(x / 2, y / 2); });
    pyramid(in, down, laplacian);
    compare_buffers("down", down, expected_down);
    compare_buffers("laplacian", laplacian, expected);
}
