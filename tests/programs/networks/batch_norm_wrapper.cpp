#include "batch_norm.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 30), size = 3 * N * N;
    tensor<float> in = values<float>(1, N, N, 5, 3), parameters(2), out(N, N, 5, 3);
    parameters(0) = 1.5f;
    parameters(1) = 0.25f;
    tensor<float> expected = out.copy();
    for (int c = 0; c < 5; c++) {
        double sum = 0, squares = 0;
        in.sliced(2, c).for_each_value([&](float value) {
            sum += value;
            squares += value * value;
        });
        const double mean = sum / size, deviation = std::sqrt(squares / size - mean * mean + 1e-4);
        expected.sliced(2, c).for_each_element([&](int x, int y, int b) {
            expected(x, y, c, b) = float(1.5 * (in(x, y, c, b) - mean) / deviation + 0.25);
        });
    }
    batch_norm(in, parameters, out);
    compare_buffers_approximately("batch_norm", out, expected, 1e-5f);
}
