#include "external_function.o.h"

#include "buffers.h"

extern "C" int32_t collatz_steps(int32_t n, int32_t most) {
    int32_t steps = 0;
    for (; n != 1 && steps < most; steps++) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    return steps;
}

extern "C" double wave_height(double at) {
    return at * at / 2;
}

extern "C" int32_t seed_of_table() {
    return 17;
}

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 14, 50);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k + 1; });
    array<int32_t> sum = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = int32_t(wave_height(collatz_steps(x(j, i), i + 1))) + 17;
        }
    }
    collatz_table(x, sum);
    compare_buffers("external_function", sum, expected);
}
