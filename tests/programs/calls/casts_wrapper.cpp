#include "casts.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 18, 120);
    array<double> x = filled<double>({N}, [=](int k) { return 37.25 * (k - N / 2); });
    array<uint8_t> byte = zeros<uint8_t>({N}), expected_byte = zeros<uint8_t>({N});
    array<int64_t> wide = zeros<int64_t>({N}), expected_wide = zeros<int64_t>({N});
    array<float> single = zeros<float>({N}), expected_single = zeros<float>({N});
    array<double> positive = zeros<double>({N}), expected_positive = zeros<double>({N});
    array<int32_t> down = zeros<int32_t>({N}), expected_down = zeros<int32_t>({N});
    for (int i = 0; i < N; i++) {
        expected_byte(i) = uint8_t(int32_t(x(i)));
        expected_wide(i) = expected_byte(i) * int64_t(3000000000);
        expected_single(i) = float(expected_wide(i)) * 0.5f;
        expected_positive(i) = i + (x(i) > 0.25 ? 1 : 0);
        expected_down(i) = int32_t(std::floor(2 * x(i)));
    }
    conversions(x, byte, wide, single, positive, down);
    compare_buffers("casts: byte", byte, expected_byte);
    compare_buffers("casts: wide", wide, expected_wide);
    compare_buffers("casts: single", single, expected_single);
    compare_buffers("casts: positive", positive, expected_positive);
    compare_buffers("casts: down", down, expected_down);
}
