#include "gemm_sizes.o.h"

#include "gemm.h"

int main(int argc, char **argv) {
    int values[] = {size_of(argc, argv, 20, 60), size_of(argc, argv, 25, 70),
                    size_of(argc, argv, 30, 80)};
    Halide::Runtime::Buffer<int> sizes(values);
    check_gemm(argc, argv, [&](auto &&...arguments) { gemm_sizes(sizes, arguments...); });
}
