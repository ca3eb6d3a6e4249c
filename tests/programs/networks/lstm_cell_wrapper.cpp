#include "lstm_cell.o.h"

#include "../size.h"
#include "lstm.h"

int main(int argc, char **argv) {
    const int S = size_of(argc, argv, 4, 10), B = size_of(argc, argv, 3, 8),
              F = size_of(argc, argv, 5, 20);
    tensor<float> x = values<float>(1, F, B, S), bias = values<float>(2, F, 4);
    tensor<float> W = values<float>(3, F, F, 4), R = values<float>(4, F, F, 4);
    tensor<float> h(F, B, S + 1), expected(F, B, S + 1);
    lstm_layer(x, W, R, bias, expected);
    lstm_cell(x, W, R, bias, h);
    compare_buffers_approximately("lstm_cell", h, expected, 1e-5f);
}
