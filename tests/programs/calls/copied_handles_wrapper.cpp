#include "copied_handles.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 40), M = size_of(argc, argv, 15, 60);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k % 100; });
    array<int32_t> last = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = 16 * x(j, i) + 15 * j;
        }
    }
    chain(x, last);
    compare_buffers("copied_handles", last, expected);
}
