#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "nn/framework/program/program.h"
#include "nn/framework/program/program_compiler.h"
#include "tiramisu/nn/elements.h"

namespace tiramisu::nn {

class call_checks;

/// Sizes of an argument of a program, which are numbers.
std::vector<std::int64_t> extents_of(const buffer &argument);
/// The same, for arguments of many calls.
jit_argument::shared_extents shared_extents_of(const buffer &argument);

/// The type of the language that such elements have.
primitive_t primitive_of(element_type type);

/// Memory of this shape.
jit_argument as_argument(const_elements memory, const std::vector<std::int64_t> &extents);
jit_argument as_argument(const_elements memory, const jit_argument::shared_extents &extents);

/// All of a vector, in one dimension. There may be nothing in it, and still memory has to be there.
template <typename Vector>
jit_argument elements_of(Vector &all) {
    static typename Vector::value_type none = {};
    return {all.empty() ? &none : all.data(), {static_cast<std::int64_t>(all.size())}};
}

/// Throws error with what the code reported.
void call(const compiled_function &code, const std::vector<jit_argument> &arguments);
/// The same for the call of a layer that these are the checks of, which refuses what the code does.
void call(const compiled_function &code, const std::vector<jit_argument> &arguments,
          const call_checks &checks);

/// A program compiled into this process, called with memory of the shapes that it declares.
class kernel {
public:
    kernel() = default;
    kernel(const program &what, const program_compiler &compiler);

    /// Memory in the order of the arguments, whose sizes are numbers.
    std::vector<jit_argument> arguments(const std::vector<const_elements> &memory) const;
    /// Throws as call().
    void operator()(const std::vector<jit_argument> &arguments) const { call(code_, arguments); }
    void operator()(const std::vector<jit_argument> &arguments, const call_checks &checks) const {
        call(code_, arguments, checks);
    }
    prepared_call prepare(const std::vector<jit_argument> &arguments, const execution &opts) const {
        return code_.prepare(arguments, opts);
    }
    explicit operator bool() const { return static_cast<bool>(code_); }
    std::size_t bytes() const { return code_.bytes(); } ///< that the code takes, about

    template <typename Record>
    void record(Record &with) {
        with(code_, extents_);
    }

private:
    compiled_function code_;
    std::vector<jit_argument::shared_extents> extents_;
};

} // namespace tiramisu::nn
