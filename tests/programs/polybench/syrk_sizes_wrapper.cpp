#include "syrk_sizes.o.h"

#include "syrk.h"

int main(int argc, char **argv) {
    int values[] = {size_of(argc, argv, 30, 80), size_of(argc, argv, 20, 60)};
    Halide::Runtime::Buffer<int> sizes(values);
    check_syrk(argc, argv, [&](auto &&...arguments) { syrk_sizes(sizes, arguments...); });
}
