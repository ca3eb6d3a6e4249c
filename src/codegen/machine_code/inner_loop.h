#pragma once

#include <string>

namespace tiramisu::lower {

/// Of assembly in the notation of GNU's assembler for x86: the lines of that loop, of those without
/// a loop inside, which has most instructions on floats; of equal ones the longer. Empty where
/// there is no loop. A loop is what stands between a label and a jump back to it.
std::string inner_loop(const std::string &assembly);

} // namespace tiramisu::lower
