#pragma once

#include <string>

#include "graph/operators/expansion.h"

// Quantized numbers: (integer - zero point) * scale. Scales and zero points are single numbers, or
// one for each place along an axis. All throw refusal where they do not fit.

namespace tiramisu::graph {

/// Scales or zero points as they lie beside x.
std::string along_axis(expansion &to, const std::string &numbers, const std::string &x,
                       std::int64_t axis);

/// The numbers that integers stand for, in float32. No `zero`: it is 0.
std::string dequantized(expansion &to, const std::string &x, const std::string &scale,
                        const std::string &zero, std::int64_t axis);

/// The integers of a type, of 8 or 16 bits, that are nearest to numbers.
std::string quantized(expansion &to, const std::string &x, const std::string &scale,
                      const std::string &zero, std::int64_t axis, primitive_t type);

} // namespace tiramisu::graph
