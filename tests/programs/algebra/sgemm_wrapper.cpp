#include "sgemm.o.h"

#include "../product.h"
#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 90), M = size_of(argc, argv, 27, 100),
              K = size_of(argc, argv, 10, 70);
    tensor<float> A = values<float>(1, K, N), B = values<float>(2, M, K),
                  C = values<float>(3, M, N);
    tensor<float> a = all(1.5f, 1), b = all(0.25f, 1), expected = product(A, B);
    expected.for_each_value([](float &value, float c) { value = 1.5f * value + 0.25f * c; }, C);
    sgemm(a, b, A, B, C);
    compare_buffers("sgemm", C, expected);
}
