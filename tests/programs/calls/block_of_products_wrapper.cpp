#include "block_of_products.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 40);
    array<int32_t> A = filled<int32_t>({N, N}, [](int k) { return k % 13 - 6; });
    array<int32_t> B = filled<int32_t>({N, N}, [](int k) { return k % 11 - 5; });
    array<int32_t> S = zeros<int32_t>({N, N}), D = zeros<int32_t>({N, N});
    array<int32_t> sum = zeros<int32_t>({N, N}), difference = zeros<int32_t>({N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                sum(j, i) += A(k, i) * B(j, k);
            }
            difference(j, i) = -sum(j, i);
        }
    }
    two_products(A, B, S, D);
    compare_buffers("block_of_products: sum", S, sum);
    compare_buffers("block_of_products: difference", D, difference);
}
