#pragma once

#include <string>

namespace tiramisu::core {

/// The first name in a set or map in isl's notation that is neither a parameter in front of it, nor
/// an iterator, nor bound by "exists", nor a word of the notation; empty if there is none. isl says
/// "syntax error" of it, at the end of the text.
std::string undeclared_name(const std::string &text);

} // namespace tiramisu::core
