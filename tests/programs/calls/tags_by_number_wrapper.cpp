#include "tags_by_number.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70), M = 8;
    array<float> image = filled<float>({3, M, N}, [](int k) { return float(k % 256); });
    array<float> bright = zeros<float>({M, N}), expected = zeros<float>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = (image(0, j, i) + image(1, j, i) + image(2, j, i)) * 0.5f + 1;
        }
    }
    grey(image, bright);
    compare_buffers("tags_by_number", bright, expected);
}
