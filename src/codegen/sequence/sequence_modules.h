#pragma once

#include <string>
#include <vector>

#include "codegen/output/merged_object.h"
#include "codegen/sequence/sequence_calls.h"

namespace tiramisu::lower {

/// One module: the functions, which are internal to it, and the one that calls them.
Halide::Module whole_module(const function_sequence &sequence, std::vector<sequence_member> members,
                            const core::program &program, const options &opts,
                            const Halide::Target &target, const std::string &name,
                            Halide::LinkageType linkage);

/// The same as object files, one for each function, which are made side by side; the one that calls
/// them is the last.
program_objects object_files(const function_sequence &sequence,
                             std::vector<sequence_member> members, const core::program &program,
                             const options &opts, const Halide::Target &target,
                             const std::string &name, Halide::LinkageType linkage);

} // namespace tiramisu::lower
