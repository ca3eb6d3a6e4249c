#include "permute.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int A = size_of(argc, argv, 3, 9), B = size_of(argc, argv, 5, 13),
              C = size_of(argc, argv, 6, 17), D = size_of(argc, argv, 7, 21);
    tensor<float> in = values<float>(1, D, C, B, A), by_map(A, B, C, D), by_order(B, D, A, C);
    tensor<float> expected_map(A, B, C, D), expected_order(B, D, A, C);
    in.for_each_element([&](int d, int c, int b, int a) {
        expected_map(a, b, c, d) = expected_order(b, d, a, c) = in(d, c, b, a);
    });
    permute(in, by_map, by_order);
    compare_buffers("by_map", by_map, expected_map);
    compare_buffers("by_order", by_order, expected_order);
}
