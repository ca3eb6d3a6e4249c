#include "parametric_domain.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70);
    array<int32_t> size = filled<int32_t>({1}, [=](int) { return N; });
    array<float> A = filled<float>({N, N}, [](int k) { return 0.25f * float(k % 101); });
    array<float> L = zeros<float>({N, N}), expected = zeros<float>({N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            expected(j, i) = A(j, i) + A(i, j);
        }
    }
    triangle(size, A, L);
    compare_buffers("parametric_domain", L, expected);
}
