#pragma once

#include <vector>

#include "codegen/sequence/sequence_names.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// What a function of a sequence requires, by who checks it.
struct sequence_requirements {
    /// Of whole inputs and scalars of the sequence, in its names: it checks them before anything is
    /// written.
    std::vector<core::program_requirement> of_sequence;
    /// Of what other functions write, or of parts of memory: known when the function is called.
    std::vector<core::program_requirement> of_function;
};

sequence_requirements shared_requirements(const core::program &function,
                                          const sequence_names &names);

} // namespace tiramisu::lower
