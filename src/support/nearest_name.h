#pragma once

#include <string>
#include <vector>

namespace tiramisu::support {

/// What an error about a misspelt word adds behind the list of those that there are: "; perhaps
/// conv2d is meant", of the name that is nearest to it, whatever the case of letters. Empty where
/// every name differs by more than a third of the word's letters.
std::string perhaps_meant(const std::string &word, const std::vector<std::string> &names);

} // namespace tiramisu::support
