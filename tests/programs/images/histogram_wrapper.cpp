#include "histogram.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 11, 70), columns = size_of(argc, argv, 23, 90);
    tensor<uint8_t> in = values<uint8_t>(1, columns, rows);
    tensor<int> bins(64), expected = all<int>(0, 64);
    in.for_each_value([&](uint8_t &pixel) { expected(pixel / 4)++; });
    histogram(in, bins);
    compare_buffers("histogram", bins, expected);
}
