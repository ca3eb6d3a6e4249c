#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "nn/framework/program/packed_kernel.h"
#include "tiramisu/error.h"
#include "tiramisu/nn/elements.h"

namespace tiramisu::nn {

/// What a layer's calls refuse: run(), pack(), prepare(), ...
class call_checks {
public:
    call_checks() = default;
    explicit call_checks(const std::string &problem)
        : problem_(std::make_shared<const std::string>(problem)) {}
    /// The same of a call of this name, a literal, that stands there in the user's program.
    call_checks of(const char *call, source_place where) const;

    source_place where() const { return where_; }

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
    /// Throws what code reported that returned this number: error if memory ran out, else
    /// user_error.
    [[noreturn]] void refuse_what_code_reported(int number) const;
    /// What `call` returns. What it refuses is refused as of this call.
    template <typename Call>
    auto made_by(const Call &call) const -> decltype(call());

private:
    std::shared_ptr<const std::string> problem_; ///< its text
    const char *call_ = "run";
    source_place where_;
};

template <typename Call>
auto call_checks::made_by(const Call &call) const -> decltype(call()) {
    try {
        return call();
    } catch (const user_error &refused) {
        refuse("", refused.problem());
    }
}

} // namespace tiramisu::nn
