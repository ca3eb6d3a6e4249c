#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codegen/output/elf_object.h"
#include "codegen/sequence/sequence_calls.h"

// Elements that are a part of the code of a C function `name`: in its module, or in an object file
// beside that of the function.

namespace tiramisu::lower {

void embed_in_module(const function_sequence &sequence, const std::string &name,
                     Halide::Module &module);
embedded_address address_in_module(const std::string &name);

std::vector<elf_object> objects_with_memory(const function_sequence &sequence,
                                            const std::string &name);
embedded_address address_in_objects(const std::string &name);

} // namespace tiramisu::lower
