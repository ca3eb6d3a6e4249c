#include "softmax.o.h"

#include "../size.h"
#include "layers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 60), C = size_of(argc, argv, 13, 100);
    tensor<float> in = values<float>(1, C, N), out(C, N), expected(C, N);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < C; j++) {
            sum += std::exp(double(in(j, i)));
        }
        for (int j = 0; j < C; j++) {
            expected(j, i) = float(std::exp(double(in(j, i))) / sum);
        }
    }
    softmax(in, out);
    compare_buffers_approximately("softmax", out, expected, 1e-6f);
}
