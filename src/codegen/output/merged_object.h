#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/output/elf_object.h"
#include "support/text_parts.h"

namespace tiramisu::lower {

/// Object files of a program.
struct program_objects {
    std::vector<std::string> files;    ///< the last has its C function
    std::vector<elf_object> constants; ///< of bytes that lie elsewhere
};

/// ELF object files for x86-64 as one, as `ld -r` would make it: what one defines and another one
/// uses is bound, and seen by nobody else. Only what the last one defines stays visible. Nothing
/// where one of them is of another kind. Equal files give equal bytes. What sections hold is not
/// copied, but stays where it is: constants may take a gigabyte.
std::optional<support::text_parts> merged_object(const program_objects &objects);
support::text_parts merged_object(std::vector<elf_object> objects);

} // namespace tiramisu::lower
