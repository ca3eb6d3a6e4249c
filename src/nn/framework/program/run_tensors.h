#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nn/framework/program/bound_run.h"
#include "tiramisu/nn/tensor.h"

namespace tiramisu::nn {

/// The tensors of a run, checked, in the order of the code's arguments.
class run_tensors {
public:
    /// Of a layer whose tensors have this type, but those that say their own.
    explicit run_tensors(const call_checks &checks, element_type type = element_type::f32)
        : checks_(checks), type_(type) {
        memory_.reserve(usual_count);
        names_.reserve(usual_count);
    }

    /// The tensors that are added from here on have this type.
    run_tensors &of(element_type type) {
        type_ = type;
        return *this;
    }
    /// One that the code reads, if it is wanted. Throws user_error if it is missing, is there and
    /// not wanted, or has elements of another type.
    run_tensors &source(const std::string &name, const_elements given, bool wanted = true) {
        return add({name, run_argument::role::source, type_}, given, wanted);
    }
    /// The same of what is added to sums, in their type, as biases are.
    run_tensors &sums(const std::string &name, const_elements given, bool wanted) {
        return add({name, run_argument::role::source, accumulation_type(type_)}, given, wanted);
    }
    /// One that no run of an invocation may change.
    run_tensors &fixed(const std::string &name, const_elements given) {
        return add({name, run_argument::role::fixed, type_}, given, true);
    }
    run_tensors &result(const std::string &name, const_elements given) {
        return add({name, run_argument::role::result, type_}, given, true);
    }
    /// The same of tensors that have types of their own.
    run_tensors &source(const tensor &what, const_elements given) {
        return add({what.name, run_argument::role::source, what.type}, given, true);
    }
    run_tensors &result(const tensor &what, const_elements given) {
        return add({what.name, run_argument::role::result, what.type}, given, true);
    }

    const call_checks &checks() const { return checks_; }
    const std::vector<const_elements> &memory() const { return memory_; }
    const std::vector<run_argument> &names() const { return names_; }

private:
    static constexpr std::size_t usual_count = 6; ///< most layers have no more tensors

    run_tensors &add(const run_argument &argument, const_elements given, bool wanted) {
        checks_.require(given, argument.type, wanted, argument.name);
        if (wanted) {
            memory_.push_back(given);
            names_.push_back(argument);
        }
        return *this;
    }

    call_checks checks_;
    element_type type_;
    std::vector<const_elements> memory_;
    std::vector<run_argument> names_;
};

/// A run of code with its arguments, to be made many times.
template <typename Code>
invocation prepared(const Code &code, const std::vector<jit_argument> &arguments,
                    const std::vector<run_argument> &names, const call_checks &checks,
                    const execution &opts, std::shared_ptr<const void> kept = nullptr) {
    return invocation({checks.made_by([&] { return code.prepare(arguments, opts); }), names, checks,
                       nullptr, std::move(kept)});
}

/// The same of code whose arguments are these tensors.
template <typename Code>
invocation prepared(const Code &code, const run_tensors &tensors, const execution &opts,
                    std::shared_ptr<const void> kept = nullptr) {
    return prepared(code, code.arguments(tensors.memory()), tensors.names(), tensors.checks(), opts,
                    std::move(kept));
}

} // namespace tiramisu::nn
