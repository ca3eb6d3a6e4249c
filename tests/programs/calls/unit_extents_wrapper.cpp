#include "unit_extents.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int B = 1, N = size_of(argc, argv, 6, 50), M = size_of(argc, argv, 5, 33);
    array<float> x = filled<float>({M, N, 3, B}, [](int k) { return float(k * 7 % 41 - 20); });
    array<float> y = zeros<float>({M, N, 3, B}), expected = zeros<float>({M, N, 3, B});
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < M; j++) {
                expected(j, i, c, 0) = x(j, i, c, 0) > 0 ? x(j, i, c, 0) / 2 : 0;
            }
        }
    }
    one_image(x, y);
    compare_buffers("unit_extents", y, expected);
}
