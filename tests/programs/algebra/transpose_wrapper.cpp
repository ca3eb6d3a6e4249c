#include "transpose.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 120), M = size_of(argc, argv, 13, 90);
    tensor<float> in = values<float>(1, M, N), out(N, M), square = values<float>(2, N, N);
    tensor<float> expected(N, M), expected_square(N, N);
    expected.for_each_element([&](int i, int j) { expected(i, j) = in(j, i); });
    expected_square.for_each_element([&](int i, int j) { expected_square(i, j) = square(j, i); });
    transpose(in, out, square);
    compare_buffers("out", out, expected);
    compare_buffers("square", square, expected_square);
}
