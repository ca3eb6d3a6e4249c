#pragma once

#include <string>

#include "tiramisu/error.h"

namespace tiramisu::core {

/// "generator.cpp:12: computation \"c\": tile(i, j, 0, 4): problem", without the parts that are
/// empty.
std::string error_text(const std::string &subject, const std::string &call,
                       const std::string &problem, const source_place &where);

/// A further place: "generator.cpp:12" after `before`; empty where it is not known.
std::string place_text(const std::string &before, const source_place &where);

} // namespace tiramisu::core
