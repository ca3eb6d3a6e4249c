#include "cvtcolor.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 17, 140), columns = size_of(argc, argv, 30, 170);
    tensor<uint8_t> rgb = values<uint8_t>(2, 3, columns, rows);
    tensor<uint8_t> grey(columns, rows), expected(columns, rows);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            const unsigned sum = 4899u * rgb(0, j, i) + 9617u * rgb(1, j, i) + 1868u * rgb(2, j, i);
            expected(j, i) = uint8_t((sum + 8192) / 16384);
        }
    }
    cvtcolor(rgb, grey);
    compare_buffers("cvtcolor", grey, expected);
}
