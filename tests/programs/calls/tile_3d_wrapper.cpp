#include "tile_3d.o.h"

#include "../product.h"
#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 45);
    array<int32_t> A = filled<int32_t>({N, N}, [](int k) { return k % 7 - 3; });
    array<int32_t> B = filled<int32_t>({N, N}, [](int k) { return k % 5 - 2; });
    array<int32_t> R = zeros<int32_t>({N, N});
    three_products(A, B, R);
    compare_buffers("tile_3d", R, product(product(A, B), product(B, A)));
}
