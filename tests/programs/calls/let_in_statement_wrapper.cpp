#include "let_in_statement.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70);
    array<int32_t> centre = filled<int32_t>({2}, [=](int k) { return N / 2 + 3 * k; });
    array<int32_t> d = zeros<int32_t>({N, N}), expected = zeros<int32_t>({N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            expected(j, i) = (i - centre(0)) * (i - centre(0)) + (j - centre(1)) * (j - centre(1));
        }
    }
    distances(centre, d);
    compare_buffers("let_in_statement", d, expected);
}
