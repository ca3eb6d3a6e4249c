#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// "blur_x(3, 4)"
std::string instance_text(const computation_state &definition, const std::vector<long> &iterators);

/// For which values of constants an instance is one: " (with n = 5)"; empty if for all.
std::string sizes_text(const std::vector<std::pair<std::string, long>> &constants);

/// "blur_y(0, 1) and blur_x(1, 1)": one pair of { S[i] -> T[j] }.
std::string first_pair_text(const isl::map &pairs, const computation_state &first,
                            const computation_state &second);

/// "(y=1, x=3)"
std::string point_text(const std::vector<std::string> &names, const std::vector<long> &values);

} // namespace tiramisu::core
