#include "before_and_fuse_after.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 60), M = size_of(argc, argv, 19, 100);
    array<int16_t> a = filled<int16_t>({M, N}, [](int k) { return k * 7 % 300; });
    array<int16_t> b = filled<int16_t>({M, N}, [](int k) { return k * 11 % 300; });
    array<int16_t> absolute = zeros<int16_t>({M, N}), expected = zeros<int16_t>({M, N});
    array<int16_t> doubled = zeros<int16_t>({M, N}), twice = zeros<int16_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = int16_t(a(j, i) > b(j, i) ? a(j, i) - b(j, i) : b(j, i) - a(j, i));
            twice(j, i) = int16_t(2 * expected(j, i));
        }
    }
    differences(a, b, absolute, doubled);
    compare_buffers("before_and_fuse_after: absolute", absolute, expected);
    compare_buffers("before_and_fuse_after: doubled", doubled, twice);
}
