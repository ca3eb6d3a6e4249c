#include "unsigned_types.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 259);
    array<uint8_t> a = filled<uint8_t>({N}, [](int k) { return k; });
    array<uint16_t> b = filled<uint16_t>({N}, [](int k) { return 517 * k; });
    array<uint32_t> c = filled<uint32_t>({N}, [](int k) { return 4000037u * unsigned(k); });
    array<uint64_t> d = filled<uint64_t>({N}, [](int k) { return 3000000019ull * unsigned(k); });
    array<uint8_t> a8 = zeros<uint8_t>({N}), expected_a = zeros<uint8_t>({N});
    array<uint16_t> b16 = zeros<uint16_t>({N}), expected_b = zeros<uint16_t>({N});
    array<uint32_t> c32 = zeros<uint32_t>({N}), expected_c = zeros<uint32_t>({N});
    array<uint64_t> d64 = zeros<uint64_t>({N}), expected_d = zeros<uint64_t>({N});
    for (int i = 0; i < N; i++) {
        expected_a(i) = uint8_t(a(i) * 7 + 200);
        expected_b(i) = uint16_t(unsigned(b(i) - 9) * b(i));
        expected_c(i) = c(i) * c(i) / 3 - 5;
        expected_d(i) = d(i) * d(i) % 1000003 + 1;
    }
    unsigned_types(a, b, c, d, a8, b16, c32, d64);
    compare_buffers("unsigned_types: 8", a8, expected_a);
    compare_buffers("unsigned_types: 16", b16, expected_b);
    compare_buffers("unsigned_types: 32", c32, expected_c);
    compare_buffers("unsigned_types: 64", d64, expected_d);
}
