#include "stored_at.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 50), M = size_of(argc, argv, 16, 80);
    array<int32_t> x = filled<int32_t>({M + 2, N}, [](int k) { return k * 23 % 71; });
    array<int32_t> edge = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = std::abs(x(j, i) - x(j + 2, i));
        }
    }
    edges(x, edge);
    compare_buffers("stored_at", edge, expected);
}
