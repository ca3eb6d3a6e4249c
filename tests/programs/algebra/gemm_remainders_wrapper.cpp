#include "gemm_remainders.o.h"

#include "../product.h"
#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 50), M = size_of(argc, argv, 21, 75),
              K = size_of(argc, argv, 9, 40);
    tensor<float> A = values<float>(1, K, N), B = values<float>(2, M, K),
                  C = values<float>(3, M, N);
    tensor<float> expected = product(A, B);
    expected.for_each_value([](float &value, float added) { value += added; }, C);
    gemm_remainders(A, B, C);
    compare_buffers("gemm_remainders", C, expected);
}
