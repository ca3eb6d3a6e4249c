#pragma once

#include <map>
#include <string>
#include <vector>

namespace tiramisu::graph {

/// Names of arguments of a C function for names of values, which may be anything: letters, digits
/// and underscores are kept, and all names differ. None is one of C's keywords.
std::map<std::string, std::string> c_identifiers(const std::vector<std::string> &values);

/// One such name.
std::string c_identifier(const std::string &value);

} // namespace tiramisu::graph
