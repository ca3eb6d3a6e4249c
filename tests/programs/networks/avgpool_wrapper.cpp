#include "avgpool.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 50);
    tensor<float> in = values<float>(1, 2 * N, 2 * N, 3), out(N, N, 3), expected(N, N, 3);
    expected.for_each_element([&](int x, int y, int c) {
        expected(x, y, c) = (in(2 * x, 2 * y, c) + in(2 * x + 1, 2 * y, c) +
                             in(2 * x, 2 * y + 1, c) + in(2 * x + 1, 2 * y + 1, c)) /
                            4;
    });
    avgpool(in, out);
    compare_buffers("avgpool", out, expected);
}
