#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// The machine that `text` names (see options::target), with the features that object files need:
/// the runtime is a library, not a part of every object. Throws unsupported_error with what is
/// known if the text names nothing that this version compiles for.
Halide::Target parse_target(const std::string &text);

/// The same for code that runs in this process; also refuses what this processor lacks.
Halide::Target parse_jit_target(const std::string &text);

/// What a processor must have to run code for a target: bits of halide_target_feature_t.
using level_features = std::array<std::uint64_t, 2>;
level_features features_of_level(const Halide::Target &target);

/// Whether the processor adds four products of 8-bit integers to a 32-bit one at once, and two of
/// bfloat16 numbers to a float32: those that do one do the other.
bool has_dot_products(const Halide::Target &target);

/// What runs on all processors of the target's kind.
Halide::Target every_processor_of(const Halide::Target &target);

} // namespace tiramisu::lower
