#include "block_of_products.o.h"

#include "../product.h"
#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 40);
    array<int32_t> A = filled<int32_t>({N, N}, [](int k) { return k % 13 - 6; });
    array<int32_t> B = filled<int32_t>({N, N}, [](int k) { return k % 11 - 5; });
    array<int32_t> S = zeros<int32_t>({N, N}), D = zeros<int32_t>({N, N});
    array<int32_t> sum = product(A, B), difference = sum.copy();
    difference.for_each_value([](int32_t &value) { value = -value; });
    two_products(A, B, S, D);
    compare_buffers("block_of_products: sum", S, sum);
    compare_buffers("block_of_products: difference", D, difference);
}
