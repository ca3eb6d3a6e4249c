#include "skew_wavefront.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90), M = size_of(argc, argv, 11, 70);
    array<uint8_t> s = filled<uint8_t>({N}, [](int k) { return k * 7 % 5; });
    array<uint8_t> t = filled<uint8_t>({M}, [](int k) { return k * 3 % 4; });
    array<int32_t> length = zeros<int32_t>({M, N}), expected = zeros<int32_t>({M, N});
    for (int i = 1; i < N; i++) {
        for (int j = 1; j < M; j++) {
            expected(j, i) = s(i) == t(j) ? expected(j - 1, i - 1) + 1
                                          : std::max(expected(j, i - 1), expected(j - 1, i));
        }
    }
    lcs(s, t, length);
    compare_buffers("skew_wavefront", length, expected);
}
