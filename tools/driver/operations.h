#pragma once

#include <optional>
#include <string>

namespace tiramisu::driver {

/// Multiplications and additions of the sums of the layer that a text describes, whole; nothing of
/// layers that have no such sums. Products with zeros of sparse weights are left out, by the
/// density that the text says.
std::optional<double> operations_of(const std::string &text);

/// The share of weights that are no zeros in a text, `density=0.2`, the first if there are several;
/// `otherwise` if it says none.
double density_in(const std::string &text, double otherwise);

} // namespace tiramisu::driver
