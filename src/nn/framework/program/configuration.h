#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tiramisu::nn {

/// The values of a solver's tunable parameters, by name.
using configuration = std::map<std::string, int>;

/// "f_vectors=2,x=14,y=28"; empty for a solver without parameters.
std::string to_text(const configuration &values);
/// The reverse; nothing if the text is not of that form.
std::optional<configuration> parse_configuration(const std::string &text);

/// A tunable parameter and the values that it may have.
struct tunable {
    std::string name;
    std::vector<int> values;
};

/// What is wrong with a configuration ("x is 99, may be 7, 14"); empty if it is valid.
std::string why_not_valid(const configuration &values, const std::vector<tunable> &tunables);

} // namespace tiramisu::nn
