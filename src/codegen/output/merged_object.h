#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/output/elf_object.h"

namespace tiramisu::lower {

/// ELF object files for x86-64 as one, as `ld -r` would make it: what one defines and another one
/// uses is bound, and seen by nobody else. Only what the last one defines stays visible. Nothing
/// where one of them is of another kind. Equal files give equal bytes.
std::optional<std::string> merged_object(const std::vector<std::string> &objects);
std::string merged_object(std::vector<elf_object> objects);

} // namespace tiramisu::lower
