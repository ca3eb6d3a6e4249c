#include "activations.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 100), M = size_of(argc, argv, 21, 90);
    tensor<float> x = values<float>(1, M, N), out(M, N, 6), expected(M, N, 6);
    x.for_each_element([&](int j, int i) {
        float &at = x(j, i);
        at *= 10;
        expected(j, i, 0) = at > 0 ? at : 0;
        expected(j, i, 1) = at > 6 ? 6 : expected(j, i, 0);
        expected(j, i, 2) = at < 0 ? at / 8 : at;
        expected(j, i, 3) = std::min(std::max(at / 4 + 0.5f, 0.f), 1.f);
        expected(j, i, 4) = float(1 / (1 + std::exp(-double(at))));
        expected(j, i, 5) = float(std::tanh(double(at)));
    });
    activations(x, out);
    compare_buffers_approximately("activations", out, expected, 1e-6f);
}
