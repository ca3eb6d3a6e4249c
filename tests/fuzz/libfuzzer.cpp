// The entry point of a fuzzer: TIRAMISU_FUZZ_TARGET names the function that judges an input.

#include <cstdlib>
#include <iostream>

#include "support/fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string wrong = tiramisu::oracle::TIRAMISU_FUZZ_TARGET({data, data + size});
    if (!wrong.empty()) {
        std::cerr << wrong << std::endl;
        std::abort();
    }
    return 0;
}
