#include "ttm.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int I = size_of(argc, argv, 6, 26), J = size_of(argc, argv, 9, 30),
              K = size_of(argc, argv, 11, 34), L = size_of(argc, argv, 7, 22);
    tensor<float> B = values<float>(1, L, J, I), C = values<float>(2, L, K), A(K, J, I);
    tensor<float> expected = all<float>(0, K, J, I);
    expected.for_each_element([&](int k, int j, int i) {
        for (int l = 0; l < L; l++) {
            expected(k, j, i) += B(l, j, i) * C(l, k);
        }
    });
    ttm(B, C, A);
    compare_buffers("ttm", A, expected);
}
