#include "blur_tiled.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 19, 130), columns = size_of(argc, argv, 27, 150);
    tensor<float> in = values<float>(1, columns, rows);
    tensor<float> out = all<float>(7, columns, rows), expected = out.copy();
    for (int i = 0; i < rows - 2; i++) {
        for (int j = 0; j < columns - 2; j++) {
            float sum = 0;
            for (int k = 0; k < 9; k++) {
                sum += in(j + k % 3, i + k / 3);
            }
            expected(j, i) = sum / 16;
        }
    }
    blur_tiled(in, out);
    compare_buffers("blur_tiled", out, expected);
}
