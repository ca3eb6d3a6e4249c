#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "nn/framework/program/call_checks.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/invocation.h"

namespace tiramisu::nn {

/// An argument of a layer's code.
struct run_argument {
    /// What is fixed are the weights, and what says how long sequences are.
    enum class role { source, fixed, result };

    std::string name; ///< as the layer's run() calls it
    role is = role::source;
    element_type type = element_type::f32;
};

/// One of the code's calls, or where a layer has no code, what is done instead; of several layers,
/// their runs in turn.
struct invocation::bound {
    prepared_call call;
    std::vector<run_argument> arguments; ///< the buffers of the call, in order
    call_checks checks;
    std::function<void()> instead = nullptr;
    std::shared_ptr<const void> kept = nullptr; ///< memory of the call that nobody else owns
    std::vector<invocation> parts = {};

    /// Where the call has a tensor of this name and role. Throws user_error if it has none.
    std::size_t place_of(const std::string &name, run_argument::role is,
                         const call_checks &asked) const;
    /// Has that tensor be another one. Throws user_error also if it is null or of another type.
    void set(const std::string &tensor, const_elements data, run_argument::role is,
             const call_checks &asked);
};

} // namespace tiramisu::nn
