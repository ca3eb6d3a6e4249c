#include "constant_in_access.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 500), r = N / 3;
    array<int32_t> distance = filled<int32_t>({1}, [=](int) { return r; });
    array<float> x = filled<float>({2 * N}, [](int k) { return 0.5f * float(k); });
    array<float> y = zeros<float>({N}), expected = zeros<float>({N});
    for (int i = 0; i < N; i++) {
        expected(i) = 2 * x(i + r);
    }
    look_ahead(distance, x, y);
    compare_buffers("constant_in_access", y, expected);
}
