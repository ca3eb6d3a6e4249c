#include "recursive_filter.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int H = size_of(argc, argv, 14, 100), W = size_of(argc, argv, 19, 130);
    tensor<float> in = values<float>(1, W, H), out(W, H), expected(W, H);
    for (int x = 0; x < W; x++) {
        expected(x, 0) = in(x, 0);
        for (int y = 1; y < H; y++) {
            expected(x, y) = (in(x, y) + expected(x, y - 1)) / 2;
        }
        for (int y = H - 2; y >= 0; y--) {
            expected(x, y) = (expected(x, y) + expected(x, y + 1)) / 2;
        }
    }
    recursive_filter(in, out);
    compare_buffers_approximately("recursive_filter", out, expected, 1e-6f);
}
