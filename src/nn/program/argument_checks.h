#pragma once

#include <string>

#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// What a layer's run() refuses.
class argument_checks {
public:
    argument_checks() = default;
    explicit argument_checks(const std::string &problem) : problem_(problem) {}

    /// Throws user_error if it is missing, or is there and should not be.
    void require(const void *given, bool wanted, const std::string &argument) const;
    /// Throws user_error if there are not so many.
    void require_count(std::size_t given, std::size_t wanted, const std::string &what) const;
    /// Throws user_error if they are not of this size: packed for `another` one.
    void require_packed(const layer_weights &given, std::size_t size, const std::string &argument,
                        const std::string &another) const;
    /// Throws user_error: the argument, and what is wrong with it.
    [[noreturn]] void refuse(const std::string &argument, const std::string &found) const;

private:
    std::string problem_; ///< its text
};

} // namespace tiramisu::nn
