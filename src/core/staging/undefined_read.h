#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// Why values cannot be computed for their reader, which also reads what is not computed: one of
/// `missing`, instances of `read`.
std::string undefined_read_text(const std::string &reader, const computation_state &read,
                                const isl::set &missing);

} // namespace tiramisu::core
