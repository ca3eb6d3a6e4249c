#include "gemv.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 150), M = size_of(argc, argv, 22, 170);
    tensor<float> A = values<float>(1, M, N), x = values<float>(2, M), u = values<float>(3, N);
    tensor<float> a = all(0.5f, 1), b = all(2.f, 1), y = values<float>(4, N), z(M);
    tensor<float> expected_y = y.copy(), expected_z = all<float>(0, M);
    for (int i = 0; i < N; i++) {
        expected_y(i) *= 2;
        for (int j = 0; j < M; j++) {
            expected_y(i) += A(j, i) * x(j) / 2;
            expected_z(j) += A(j, i) * u(i);
        }
    }
    gemv(A, x, u, a, b, y, z);
    compare_buffers("y", y, expected_y);
    compare_buffers("z", z, expected_z);
}
