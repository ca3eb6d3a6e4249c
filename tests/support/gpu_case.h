#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/gpu_trial.h"
#include "support/program_builder.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {

/// A random program with random loops on a GPU.
struct gpu_case {
    schedule_case made;
    std::vector<std::string> given; ///< the commands for the GPU, as a person reads them
    built_program built;

    /// What makes the case again, for messages.
    std::string text() const;
    /// With all choices of parameters for which the order of declaration is the meaning.
    gpu_trial trial() const;
};

/// Throws what building the program does, and applying its commands for the processor; commands for
/// the GPU that are refused are left out.
gpu_case make_gpu_case(std::uint64_t seed);

} // namespace tiramisu::oracle
