#include "folded_storage.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 10, 50), N = size_of(argc, argv, 14, 100);
    array<uint32_t> x = filled<uint32_t>({N, T}, [](int k) { return k % 1000; });
    array<uint32_t> three = zeros<uint32_t>({N, T}), expected = zeros<uint32_t>({N, T});
    auto square = [&](int t, int i) { return x(i, t) * x(i, t); };
    for (int t = 2; t < T; t++) {
        for (int i = 0; i < N; i++) {
            expected(i, t) = square(t, i) + 2 * square(t - 1, i) + 3 * square(t - 2, i);
        }
    }
    folded(x, three);
    compare_buffers("folded_storage", three, expected);
}
