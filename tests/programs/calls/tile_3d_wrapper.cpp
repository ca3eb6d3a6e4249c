#include "tile_3d.o.h"

#include "buffers.h"

static array<int32_t> product(const array<int32_t> &left, const array<int32_t> &right) {
    const int N = left.width();
    array<int32_t> result = zeros<int32_t>({N, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) {
                result(j, i) += left(k, i) * right(j, k);
            }
        }
    }
    return result;
}

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 45);
    array<int32_t> A = filled<int32_t>({N, N}, [](int k) { return k % 7 - 3; });
    array<int32_t> B = filled<int32_t>({N, N}, [](int k) { return k % 5 - 2; });
    array<int32_t> R = zeros<int32_t>({N, N});
    three_products(A, B, R);
    compare_buffers("tile_3d", R, product(product(A, B), product(B, A)));
}
