#include "resize_conv.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int IN = size_of(argc, argv, 13, 50), N = size_of(argc, argv, 9, 36);
    tensor<float> in = values<float>(1, 3, IN, IN), filter = values<float>(2, 3, 3, 3, 4);
    tensor<float> bias = values<float>(3, 4), resized(N, N, 3), out(N, N, 4);
    resized.for_each_element([&](int x, int y, int c) {
        const float at_y = float(y) * (float(IN - 1) / float(N));
        const float at_x = float(x) * (float(IN - 1) / float(N));
        const int r = int(at_y), s = int(at_x);
        const float dy = at_y - float(r), dx = at_x - float(s);
        const float above = in(c, s, r) * (1 - dx) + in(c, s + 1, r) * dx;
        const float below = in(c, s, r + 1) * (1 - dx) + in(c, s + 1, r + 1) * dx;
        resized(x, y, c) = above * (1 - dy) + below * dy;
    });
    resize_conv(in, filter, bias, out);
    compare_buffers_approximately("resize_conv", out, convolved(padded(resized), filter, bias),
                                  1e-4f);
}
