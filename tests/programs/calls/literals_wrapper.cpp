#include "literals.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 130);
    array<double> a = filled<double>({1}, [](int) { return 0.25; });
    array<double> x = filled<double>({N}, [](int k) { return k / 8.0; });
    array<float> y = filled<float>({N}, [](int k) { return float(k) / 4; });
    array<uint8_t> b = filled<uint8_t>({N}, [](int k) { return 3 * k; });
    array<int64_t> l = filled<int64_t>({N}, [](int k) { return int64_t(k) << 34; });
    array<double> doubles = zeros<double>({N}), expected_doubles = zeros<double>({N});
    array<float> floats = zeros<float>({N}), expected_floats = zeros<float>({N});
    array<uint8_t> bytes = zeros<uint8_t>({N}), expected_bytes = zeros<uint8_t>({N});
    array<int64_t> longs = zeros<int64_t>({N}), expected_longs = zeros<int64_t>({N});
    for (int i = 0; i < N; i++) {
        expected_doubles(i) = 0.75 * x(i) + 2 * x(i) - 3 + 1.5 * x(i);
        expected_floats(i) = 1.5f * y(i) + 1;
        expected_bytes(i) = uint8_t(2 * b(i) + 1 + b(i) / 3);
        expected_longs(i) = i == 0 ? 0 : l(i) * 4 + i - l(i) / i + 2 * i;
    }
    literals(a, x, y, b, l, doubles, floats, bytes, longs);
    compare_buffers("literals: doubles", doubles, expected_doubles);
    compare_buffers("literals: floats", floats, expected_floats);
    compare_buffers("literals: bytes", bytes, expected_bytes);
    compare_buffers("literals: longs", longs, expected_longs);
}
