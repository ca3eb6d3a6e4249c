#include "support/environment_variable.h"

#include <algorithm>
#include <cstdlib>

#include "tiramisu/error.h"

namespace tiramisu::support {

std::string environment_variable(const char *name) {
    const char *text = std::getenv(name);
    return text == nullptr ? "" : text;
}

std::string environment_variable(const char *name, const std::vector<std::string> &legal) {
    std::string found = environment_variable(name);
    if (found.empty() || std::find(legal.begin(), legal.end(), found) != legal.end()) {
        return found;
    }
    std::string names;
    for (const std::string &one : legal) {
        names += (names.empty() ? "\"" : ", \"") + one + "\"";
    }
    throw user_error(std::string("environment variable ") + name, "",
                     "is \"" + found + "\"; it may be one of " + names);
}

} // namespace tiramisu::support
