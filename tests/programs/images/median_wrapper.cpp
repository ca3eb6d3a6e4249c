#include "median.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int H = size_of(argc, argv, 15, 90), W = size_of(argc, argv, 21, 110);
    tensor<uint8_t> in = values<uint8_t>(1, W, H), out(W - 2, H - 2), expected(W - 2, H - 2);
    expected.for_each_element([&](int x, int y) {
        uint8_t window[9];
        for (int k = 0; k < 9; k++) {
            window[k] = in(x + k % 3, y + k / 3);
        }
        std::sort(window, window + 9);
        expected(x, y) = window[4];
    });
    median(in, out);
    compare_buffers("median", out, expected);
}
