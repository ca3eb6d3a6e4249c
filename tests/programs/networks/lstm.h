#pragma once

#include "../values.h"

/// One layer, plainly: h[s + 1] for the inputs x[s], from h[0] = 0. Weights are [gate][to][from].
inline void lstm_layer(const tensor<float> &x, const tensor<float> &W, const tensor<float> &R,
                       const tensor<float> &bias, tensor<float> &h) {
    const int F = x.dim(0).extent(), B = x.dim(1).extent(), S = x.dim(2).extent();
    auto sigmoid = [](float value) { return 1 / (1 + std::exp(-value)); };
    tensor<float> c = all<float>(0, F, B);
    h.sliced(2, 0).fill(0);
    for (int s = 0; s < S; s++) {
        for (int b = 0; b < B; b++) {
            for (int i = 0; i < F; i++) {
                float gates[4];
                for (int g = 0; g < 4; g++) {
                    gates[g] = bias(i, g);
                    for (int k = 0; k < F; k++) {
                        gates[g] += W(k, i, g) * x(k, b, s) + R(k, i, g) * h(k, b, s);
                    }
                }
                c(i, b) = sigmoid(gates[1]) * c(i, b) + sigmoid(gates[0]) * std::tanh(gates[2]);
                h(i, b, s + 1) = sigmoid(gates[3]) * std::tanh(c(i, b));
            }
        }
    }
}
