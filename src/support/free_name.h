#pragma once

#include <string>

namespace tiramisu::support {

/// The wish where it is free; else the first of wish_1, wish_2, ... that is, counted from `first`.
template <typename IsTaken>
std::string free_name(const std::string &wish, const IsTaken &is_taken, int first = 1) {
    std::string name = wish;
    for (int number = first; is_taken(name); ++number) {
        name = wish + "_" + std::to_string(number);
    }
    return name;
}

} // namespace tiramisu::support
