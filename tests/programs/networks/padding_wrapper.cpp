#include "padding.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 60);
    tensor<float> in = values<float>(1, N, N, 4), zeroed(N + 4, N + 4, 4), asked = zeroed.copy();
    const tensor<float> expected = padded(padded(in));
    padding(in, zeroed, asked);
    compare_buffers("zeroed", zeroed, expected);
    compare_buffers("asked", asked, expected);
}
