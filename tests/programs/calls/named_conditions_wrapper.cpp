#include "named_conditions.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 80), M = size_of(argc, argv, 13, 60);
    array<float> x = filled<float>({M, N}, [](int k) { return float(k * 7 % 17 - 8) / 4; });
    array<uint8_t> kind = zeros<uint8_t>({M, N}), expected_kind = zeros<uint8_t>({M, N});
    array<uint8_t> same = zeros<uint8_t>({M, N}), expected_same = zeros<uint8_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            if (std::abs(x(j, i)) < 1) {
                expected_kind(j, i) = 1;
            } else {
                expected_kind(j, i) = i == j || i + j == N ? 2 : 3;
            }
            if (std::abs(x(j, i)) <= 0.5f || i <= 3) {
                expected_same(j, i) = expected_kind(j, i);
            }
        }
    }
    classes(x, kind, same);
    compare_buffers("named_conditions: kind", kind, expected_kind);
    compare_buffers("named_conditions: same", same, expected_same);
}
