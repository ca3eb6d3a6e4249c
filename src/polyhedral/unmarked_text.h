#pragma once

#include <string>

namespace tiramisu::poly {

/// Loops as isl prints them, without the marks of kernels and their iterations, around which isl
/// puts braces: these are left out where they hold one statement.
std::string unmarked_text(const std::string &loops);

} // namespace tiramisu::poly
