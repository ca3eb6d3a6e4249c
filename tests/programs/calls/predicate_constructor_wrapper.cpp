#include "predicate_constructor.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 75);
    array<int32_t> A = filled<int32_t>({N, N}, [](int k) { return k; });
    array<int32_t> U = zeros<int32_t>({N, N}), expected = zeros<int32_t>({N, N});
    for (int i = 0; i < N; i++) {
        expected(i, i) = A(i, i) + 1;
        for (int j = i + 1; j < N; j++) {
            expected(j, i) = 2 * A(j, i);
        }
    }
    upper(A, U);
    compare_buffers("predicate_constructor", U, expected);
}
