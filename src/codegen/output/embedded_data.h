#pragma once

#include <string>
#include <string_view>

#include "codegen/output/elf_object.h"

namespace tiramisu::lower {

/// An ELF object for x86-64 that refers to the bytes, as constants that begin at a cache line, and
/// a C function `name` without arguments that returns where they are. LLVM would copy them twenty
/// times and hash them, which takes longer than to compile the network whose weights they are.
elf_object object_with_data(const std::string &name, std::string_view bytes);

} // namespace tiramisu::lower
