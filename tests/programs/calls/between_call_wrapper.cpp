#include "between_call.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 13, 70);
    array<double> x = filled<double>({M, N}, [](int k) { return k % 61 - 30; });
    array<double> sum = zeros<double>({N}), expected = zeros<double>({N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(i) += 3 * x(j, i);
        }
    }
    scaled_sums(x, sum);
    compare_buffers("between_call", sum, expected);
}
