#include "maxpool.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 41), M = (N - 3) / 2 + 1;
    tensor<float> in = values<float>(1, N, N, 5), out(M, M, 5), expected(M, M, 5);
    expected.for_each_element([&](int x, int y, int c) {
        float largest = in(2 * x, 2 * y, c);
        for (int k = 1; k < 9; k++) {
            largest = std::max(largest, in(2 * x + k % 3, 2 * y + k / 3, c));
        }
        expected(x, y, c) = largest;
    });
    maxpool(in, out);
    compare_buffers("maxpool", out, expected);
}
