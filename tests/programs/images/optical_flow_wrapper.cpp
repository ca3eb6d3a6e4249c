#include "optical_flow.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 21, 80), columns = size_of(argc, argv, 26, 90),
              corners = size_of(argc, argv, 5, 40);
    tensor<uint8_t> im1 = values<uint8_t>(1, columns, rows),
                    im2 = values<uint8_t>(3, columns, rows);
    tensor<int> C(2, corners), A(4, corners), expected = all<int>(0, 4, corners);
    for (int k = 0; k < corners; k++) {
        C(0, k) = 3 + 7 * k % (rows - 7);
        C(1, k) = 3 + 5 * k % (columns - 7);
        for (int y = C(0, k) - 3; y < C(0, k) + 3; y++) {
            for (int x = C(1, k) - 3; x < C(1, k) + 3; x++) {
                const int p00 = im1(x, y), p01 = im1(x + 1, y), p10 = im1(x, y + 1),
                          p11 = im1(x + 1, y + 1);
                const int Ix = p01 - p00 + p11 - p10, Iy = p10 - p00 + p11 - p01;
                const int It = im2(x, y) - p00;
                expected(0, k) += Ix * Ix;
                expected(1, k) += Ix * Iy;
                expected(2, k) += Ix * It;
                expected(3, k) += Iy * It;
            }
        }
    }
    optical_flow(im1, im2, C, A);
    compare_buffers("optical_flow", A, expected);
}
