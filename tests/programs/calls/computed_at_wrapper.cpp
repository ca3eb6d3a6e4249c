#include "computed_at.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70), M = size_of(argc, argv, 14, 90);
    array<int32_t> x = filled<int32_t>({M + 2, N + 2}, [](int k) { return k * 7 % 113; });
    array<int32_t> down = zeros<int32_t>({M, N}), expected_down = zeros<int32_t>({M, N});
    array<int32_t> cross = zeros<int32_t>({M, N}), expected_cross = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            for (int window = 0; window < 9; window++) {
                expected_down(j, i) += x(j + window % 3, i + window / 3);
            }
            expected_cross(j, i) = x(j, i) / 2 + x(j + 2, i + 2) / 2;
        }
    }
    two_blurs(x, down, cross);
    compare_buffers("computed_at: down", down, expected_down);
    compare_buffers("computed_at: cross", cross, expected_cross);
}
