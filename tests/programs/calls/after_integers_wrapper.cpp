#include "after_integers.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 90);
    array<int32_t> A = filled<int32_t>({N, N}, [](int k) { return k % 19 - 9; });
    array<int32_t> x = filled<int32_t>({N}, [](int k) { return k % 5; });
    array<int32_t> y = zeros<int32_t>({N}), negative = zeros<int32_t>({N}),
                   first = zeros<int32_t>({1});
    array<int32_t> expected = zeros<int32_t>({N}), opposite = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected(i) += A(j, i) * x(j);
        }
        opposite(i) = -expected(i);
    }
    mv(A, x, y, negative, first);
    compare_buffers("after_integers: y", y, expected);
    compare_buffers("after_integers: negative", negative, opposite);
    compare_buffers("after_integers: first", first, opposite.cropped(0, 0, 1));
}
