#include "lstm_layers.o.h"

#include "../size.h"
#include "lstm.h"

int main(int argc, char **argv) {
    const int L = 3, S = size_of(argc, argv, 4, 10), B = size_of(argc, argv, 2, 6),
              F = size_of(argc, argv, 5, 16);
    tensor<float> x = values<float>(1, F, B, S), bias = values<float>(2, F, 4, L);
    tensor<float> W = values<float>(3, F, F, 4, L), R = values<float>(4, F, F, 4, L);
    tensor<float> h = all<float>(0, F, B, S + 1, L + 1), expected = h.copy();
    expected.sliced(3, 0).cropped(2, 1, S).copy_from(x.translated(2, 1));
    for (int l = 0; l < L; l++) {
        tensor<float> to = expected.sliced(3, l + 1);
        lstm_layer(expected.sliced(3, l).cropped(2, 1, S).translated(2, -1), W.sliced(3, l),
                   R.sliced(3, l), bias.sliced(2, l), to);
    }
    lstm_layers(x, W, R, bias, h);
    compare_buffers_approximately("lstm_layers", h, expected, 1e-5f);
}
