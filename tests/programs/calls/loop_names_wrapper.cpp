#include "loop_names.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 6, 40), M = size_of(argc, argv, 10, 100);
    array<int32_t> x = filled<int32_t>({M, N}, [](int k) { return k ^ 5; });
    array<int32_t> y = zeros<int32_t>({M, N});
    copy_rows(x, y);
    compare_buffers("loop_names", y, x);
}
