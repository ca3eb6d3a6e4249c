#include "access_by_name.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 8, 50), M = size_of(argc, argv, 11, 61);
    array<float> x = filled<float>({M, N}, [](int k) { return float(k * 3 % 41); });
    array<float> d = zeros<float>({M - 1, N}), expected = zeros<float>({M - 1, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M - 1; j++) {
            expected(j, i) = 4 * x(j + 1, i) - 4 * x(j, i);
        }
    }
    column_differences(x, d);
    compare_buffers("access_by_name", d, expected);
}
