#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nn/framework/program/bound_run.h"

namespace tiramisu::nn {

/// The tensors of a run, checked, in the order of the code's arguments.
class run_tensors {
public:
    explicit run_tensors(const argument_checks &checks) : checks_(checks) {}

    /// One that the code reads, if it is wanted. Throws user_error if it is missing, or is there
    /// and not wanted.
    run_tensors &source(const std::string &name, const float *given, bool wanted = true) {
        return add(name, run_argument::role::source, given, wanted);
    }
    /// One that no run of an invocation may change.
    run_tensors &fixed(const std::string &name, const float *given) {
        return add(name, run_argument::role::fixed, given, true);
    }
    run_tensors &result(const std::string &name, const float *given) {
        return add(name, run_argument::role::result, given, true);
    }

    const argument_checks &checks() const { return checks_; }
    const std::vector<const float *> &pointers() const { return pointers_; }
    const std::vector<run_argument> &names() const { return names_; }

private:
    run_tensors &add(const std::string &name, run_argument::role is, const float *given,
                     bool wanted) {
        checks_.require(given, wanted, name);
        if (wanted) {
            pointers_.push_back(given);
            names_.push_back({name, is});
        }
        return *this;
    }

    argument_checks checks_;
    std::vector<const float *> pointers_;
    std::vector<run_argument> names_;
};

/// A run of code with its arguments, to be made many times.
template <typename Code>
invocation prepared(const Code &code, const std::vector<jit_argument> &arguments,
                    const std::vector<run_argument> &names, const argument_checks &checks,
                    const execution &how, std::shared_ptr<const void> kept = nullptr) {
    return invocation({code.prepare(arguments, how), names, checks, nullptr, std::move(kept)});
}

/// The same of code whose arguments are these tensors.
template <typename Code>
invocation prepared(const Code &code, const run_tensors &tensors, const execution &how,
                    std::shared_ptr<const void> kept = nullptr) {
    return prepared(code, code.arguments(tensors.pointers()), tensors.names(), tensors.checks(),
                    how, std::move(kept));
}

} // namespace tiramisu::nn
