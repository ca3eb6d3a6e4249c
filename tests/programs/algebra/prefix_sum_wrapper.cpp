#include "prefix_sum.o.h"

#include "../size.h"
#include "../values.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 40) * 19;
    tensor<int> in = values<int>(1, N), out(N), expected(N);
    int sum = 0;
    for (int i = 0; i < N; i++) {
        expected(i) = sum += in(i);
    }
    prefix_sum(in, out);
    compare_buffers("prefix_sum", out, expected);
}
