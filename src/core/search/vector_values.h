#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Whether a vector of the value takes nothing but a processor's own instructions, on elements that
/// are known to lie where they do.
bool is_arithmetic(const analysis &now, const std::string &statement);

/// Whether the value is a float.
bool is_float(const analysis &now, const std::string &statement);

/// The size in bytes of the largest element that the statement touches.
long widest_element(const analysis &now, const std::string &statement);

/// The size in bytes of a buffer's elements.
long element_bytes(const analysis &now, const std::string &buffer);

} // namespace tiramisu::core
