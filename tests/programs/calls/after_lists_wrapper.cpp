#include "after_lists.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 64), M = size_of(argc, argv, 15, 80);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k * 41 % 97 - 50; });
    array<int32_t> most = zeros<int32_t>({N}), least = zeros<int32_t>({N}),
                   sum = zeros<int32_t>({N});
    array<int32_t> expected_most = zeros<int32_t>({N}), expected_least = zeros<int32_t>({N});
    array<int32_t> expected_sum = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        expected_most(i) = expected_least(i) = x(0, i);
        for (int j = 0; j < M; j++) {
            expected_most(i) = std::max(expected_most(i), x(j, i));
            expected_least(i) = std::min(expected_least(i), x(j, i));
            expected_sum(i) += x(j, i);
        }
    }
    row_statistics(x, most, least, sum);
    compare_buffers("after_lists: most", most, expected_most);
    compare_buffers("after_lists: least", least, expected_least);
    compare_buffers("after_lists: sum", sum, expected_sum);
}
