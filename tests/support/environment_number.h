#pragma once

#include <cstdlib>
#include <string>

namespace tiramisu::oracle {

/// What an environment variable says, or `otherwise` where it is not set.
inline unsigned environment_number(const char *variable, unsigned otherwise) {
    const char *text = std::getenv(variable);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::stoul(text));
}

} // namespace tiramisu::oracle
