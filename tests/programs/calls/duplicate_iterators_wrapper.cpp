#include "duplicate_iterators.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70);
    array<double> A = filled<double>({N, N}, [](int k) { return k % 17; });
    array<double> S = zeros<double>({N, N}), expected = zeros<double>({N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected(j, i) = A(j, i) * (A(i, i) + 1) + A(i, j) * (A(j, j) + 1);
        }
    }
    by_diagonal(A, S);
    compare_buffers("duplicate_iterators", S, expected);
}
