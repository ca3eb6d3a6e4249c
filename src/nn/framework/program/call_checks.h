#pragma once

#include <cstddef>
#include <string>

#include "nn/framework/program/packed_kernel.h"
#include "tiramisu/nn/elements.h"

namespace tiramisu::nn {

/// What a layer's run() refuses, and prepare().
class call_checks {
public:
    call_checks() = default;
    explicit call_checks(const std::string &problem) : problem_(problem) {}
    /// The same of another call.
    call_checks of(const std::string &call) const;

    /// Throws user_error if it is missing, or is there and should not be.
    void require(const void *given, bool wanted, const std::string &argument) const;
    /// The same, also if its elements are of another type.
    void require(const_elements given, element_type type, bool wanted,
                 const std::string &argument) const;
    /// Throws user_error if there are not so many.
    void require_count(std::size_t given, std::size_t wanted, const std::string &what) const;
    /// Throws user_error if what the packed argument was made for is not what this layer, `kind`,
    /// reads.
    void require_packed(const std::string &made_for, const std::string &read,
                        const std::string &argument, const std::string &kind) const;
    /// The same of what a kernel reads; also if somebody packed too little.
    void require_packed(const layer_weights &given, const packed_kernel &reader,
                        const std::string &argument, const std::string &kind) const;
    /// Throws user_error: the argument, and what is wrong with it.
    [[noreturn]] void refuse(const std::string &argument, const std::string &found) const;

private:
    std::string problem_; ///< its text
    std::string call_ = "run";
};

} // namespace tiramisu::nn
