#include "nn/program/argument_checks.h"

#include "tiramisu/error.h"

namespace tiramisu::nn {

void argument_checks::require(const void *given, bool wanted, const std::string &argument) const {
    if (wanted && given == nullptr) {
        refuse(argument, " is null");
    }
    if (!wanted && given != nullptr) {
        refuse(argument, " is given, but the problem has none");
    }
}

void argument_checks::require_count(std::size_t given, std::size_t wanted,
                                    const std::string &what) const {
    if (given != wanted) {
        refuse(what, " are " + std::to_string(given) + ", must be " + std::to_string(wanted));
    }
}

void argument_checks::require_packed(const layer_weights &given, std::size_t size,
                                     const std::string &argument,
                                     const std::string &another) const {
    if (given.size() != size) {
        refuse(argument, " have " + std::to_string(given.size()) + " floats, not " +
                             std::to_string(size) + ": they were packed for another " + another);
    }
}

void argument_checks::refuse(const std::string &argument, const std::string &found) const {
    throw user_error("problem \"" + problem_ + "\"", "run", argument + found);
}

} // namespace tiramisu::nn
