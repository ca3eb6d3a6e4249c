#pragma once

#include <vector>

#include "codegen/device/offload.h"
#include "core/program/public_call.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// The kernels of a function in PTX, and what they are started with. Throws unsupported_error about
/// the call if the target is not for CUDA, user_error if no loop runs on a GPU. Callers run it in
/// core::restating_errors().
offloaded_function ptx_kernels(core::function_state &state, const std::vector<buffer *> &arguments,
                               const options &opts, const core::public_call &call);

} // namespace tiramisu::lower
