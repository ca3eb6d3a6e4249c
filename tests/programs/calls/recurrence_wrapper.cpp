#include "recurrence.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 64), M = size_of(argc, argv, 22, 101);
    array<int64_t> x = filled<int64_t>({M, N}, [](int k) { return int64_t(k) << 33; });
    array<int64_t> sum = zeros<int64_t>({M, N}), expected = zeros<int64_t>({M, N});
    for (int j = 0; j < M; j++) {
        int64_t running = 0;
        for (int i = 0; i < N; i++) {
            running += x(j, i);
            expected(j, i) = running;
        }
    }
    running_sum(x, sum);
    compare_buffers("recurrence", sum, expected);
}
