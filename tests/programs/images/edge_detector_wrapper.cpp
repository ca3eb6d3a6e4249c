#include "edge_detector.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int H = size_of(argc, argv, 17, 120), W = size_of(argc, argv, 22, 130);
    tensor<int> img = values<int>(3, 3, W, H), expected = img.copy(), ring(3, W, H);
    for (int i = 0; i < H - 2; i++) {
        for (int j = 0; j < W - 2; j++) {
            for (int c = 0; c < 3; c++) {
                int sum = -img(c, j + 1, i + 1);
                for (int k = 0; k < 9; k++) {
                    sum += img(c, j + k % 3, i + k / 3);
                }
                ring(c, j, i) = sum / 8;
            }
        }
    }
    for (int i = 0; i < H - 4; i++) {
        for (int j = 0; j < W - 4; j++) {
            for (int c = 0; c < 3; c++) {
                expected(c, j, i) = std::abs(ring(c, j, i) - ring(c, j + 1, i + 1)) +
                                    std::abs(ring(c, j, i + 1) - ring(c, j + 1, i));
            }
        }
    }
    edge_detector(img);
    compare_buffers("edge_detector", img, expected);
}
