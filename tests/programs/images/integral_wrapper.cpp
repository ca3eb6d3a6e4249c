#include "integral.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int H = size_of(argc, argv, 12, 80), W = size_of(argc, argv, 17, 95);
    tensor<int> in = values<int>(1, W, H), sums(W + 1, H + 1), expected = all<int>(0, W + 1, H + 1);
    for (int y = 1; y <= H; y++) {
        int row = 0;
        for (int x = 1; x <= W; x++) {
            row += in(x - 1, y - 1);
            expected(x, y) = expected(x, y - 1) + row;
        }
    }
    integral(in, sums);
    compare_buffers("integral", sums, expected);
}
