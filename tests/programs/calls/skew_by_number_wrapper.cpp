#include "skew_by_number.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70), M = size_of(argc, argv, 16, 90);
    auto start = [](int k) { return k % 89; };
    array<int32_t> a = filled<int32_t>({M, N}, start), expected_a = a.copy();
    array<int32_t> b = filled<int32_t>({M, N}, start), expected_b = b.copy();
    for (int i = 1; i < N; i++) {
        for (int j = 1; j < M; j++) {
            expected_a(j, i) = (expected_a(j, i - 1) * 3 + expected_a(j - 1, i) + i) % 101;
            expected_b(j, i) = (expected_b(j - 1, i - 1) * 5 + expected_b(j, i - 1) + j) % 103;
        }
    }
    recurrences(a, b);
    compare_buffers("skew_by_number: a", a, expected_a);
    compare_buffers("skew_by_number: b", b, expected_b);
}
