#include "signed_types.o.h"

#include "buffers.h"

static int64_t divided(int64_t a, int64_t b) {
    return int64_t(std::floor(double(a) / double(b)));
}

static int64_t remainder_of(int64_t a, int64_t b) {
    return a - b * divided(a, b);
}

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 240);
    array<int8_t> a = filled<int8_t>({N}, [=](int k) { return k - N / 2; });
    array<int16_t> b = filled<int16_t>({N}, [=](int k) { return 99 * (k - N / 2); });
    array<int32_t> c = filled<int32_t>({N}, [=](int k) { return 12347 * (k - N / 2); });
    array<int64_t> d = filled<int64_t>({N}, [=](int k) { return 123456789012 * (k - N / 2); });
    array<int8_t> a8 = zeros<int8_t>({N}), expected_a = zeros<int8_t>({N});
    array<int16_t> b16 = zeros<int16_t>({N}), expected_b = zeros<int16_t>({N});
    array<int32_t> c32 = zeros<int32_t>({N}), expected_c = zeros<int32_t>({N});
    array<int64_t> d64 = zeros<int64_t>({N}), expected_d = zeros<int64_t>({N});
    for (int i = 0; i < N; i++) {
        expected_a(i) = int8_t(divided(a(i), 3));
        expected_b(i) = int16_t(remainder_of(b(i), 7));
        expected_c(i) = int32_t(divided(c(i), 5) + divided(c(i), 4));
        expected_d(i) = remainder_of(d(i), 9) - c(i);
    }
    signed_types(a, b, c, d, a8, b16, c32, d64);
    compare_buffers("signed_types: 8", a8, expected_a);
    compare_buffers("signed_types: 16", b16, expected_b);
    compare_buffers("signed_types: 32", c32, expected_c);
    compare_buffers("signed_types: 64", d64, expected_d);
}
