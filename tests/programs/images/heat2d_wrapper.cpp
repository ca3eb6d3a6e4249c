#include "heat2d.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 5, 12), N = size_of(argc, argv, 19, 80),
              M = size_of(argc, argv, 26, 90);
    tensor<float> in = values<float>(1, M, N), u(M, N, 2), expected(M, N, 2);
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < M; x++) {
            expected(x, y, 0) = expected(x, y, 1) = in(x, y);
        }
    }
    for (int t = 0; t < T; t++) {
        const int from = t % 2, to = 1 - from;
        for (int y = 1; y < N - 1; y++) {
            for (int x = 1; x < M - 1; x++) {
                const float around = expected(x, y - 1, from) + expected(x, y + 1, from) +
                                     expected(x - 1, y, from) + expected(x + 1, y, from);
                expected(x, y, to) = expected(x, y, from) / 2 + around / 8;
            }
        }
    }
    heat2d(in, u);
    compare_buffers_approximately("heat2d", u, expected, 1e-6f);
}
