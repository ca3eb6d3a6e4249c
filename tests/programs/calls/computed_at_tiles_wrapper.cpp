#include "computed_at_tiles.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 100), M = size_of(argc, argv, 18, 110);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k * k % 1013; });
    array<int32_t> flow = zeros<int32_t>({M - 2, N - 2}), expected = zeros<int32_t>({M - 2, N - 2});
    auto gradient = [&](int i, int j) { return x(j, i + 1) + x(j + 1, i) - 2 * x(j, i); };
    for (int i = 0; i < N - 2; i++) {
        for (int j = 0; j < M - 2; j++) {
            for (int k = 0; k < 4; k++) {
                expected(j, i) += gradient(i + k / 2, j + k % 2);
            }
        }
    }
    two_stages(x, flow);
    compare_buffers("computed_at_tiles", flow, expected);
}
