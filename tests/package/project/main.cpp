// Prints the first element of both functions for an input of 10s, so a test sees what they were
// generated with.
#include "shifted.h"
#include "shifted_on_any_cpu.h"

#include <HalideBuffer.h>
#include <tiramisu/runtime.h>

#include <cstdio>

int main() {
    Halide::Runtime::Buffer<int, 1> in(1000), out(1000), out_on_any_cpu(1000);
    in.fill(10);
    if (shifted(in, out) != 0 || shifted_on_any_cpu(in, out_on_any_cpu) != 0) {
        return 1;
    }
    std::printf("%d %d\n", out(999), out_on_any_cpu(999));
    tiramisu_set_error_handler(
        [](void *, const char *message) { std::printf("refused: %s\n", message); });
    Halide::Runtime::Buffer<int, 1> too_small(999);
    const int exact = shifted(in, too_small);
    std::printf("%s\n", tiramisu_error_name(exact));
    const int of_memory = shifted_on_any_cpu(in, too_small);
    std::printf("%s\n", tiramisu_error_name(of_memory));
    return exact != 0 && of_memory != 0 ? 0 : 1;
}
