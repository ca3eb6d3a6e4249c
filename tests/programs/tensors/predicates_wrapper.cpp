#include "predicates.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 9), M = size_of(argc, argv, 4, 12);
    tensor<int> T = values<int>(1, N, N, N), left = values<int>(2, N, N, M);
    tensor<int> right = values<int>(3, N, M), allowed(M, M), sum(M, M),
                expected = all<int>(0, M, M);
    allowed.for_each_element([&](int b, int a) { allowed(b, a) = (a + 2 * b) % 3 != 0; });
    for (int a = 0; a < M; a++) {
        for (int b = 0; b < M; b++) {
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) {
                    for (int k = 0; k < N; k++) {
                        if (allowed(b, a) == 0 || i == j || j == k || i == k) {
                            continue;
                        }
                        expected(b, a) += T(k, j, i) * left(j, i, a) * right(k, b);
                    }
                }
            }
            expected(b, a) *= a > b ? 2 : 1;
        }
    }
    predicates(T, left, right, allowed, sum);
    compare_buffers("predicates", sum, expected);
}
