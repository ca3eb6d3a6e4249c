#include "codegen/ptx_kernels.h"

#include "codegen/compile.h"
#include "codegen/device/device_target.h"
#include "codegen/expressions/target.h"
#include "codegen/prove.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

void require_cuda(const options &opts, const core::public_call &call) {
    const std::string target = asked_target(opts);
    if (device_of(parse_target(target)) != device::cuda) {
        throw unsupported_error(call.subject, call.call,
                                "the target \"" + target +
                                    "\" has no kernels in PTX, which are CUDA's; name one that "
                                    "has in options::target, as \"host-cuda\" or "
                                    "\"host-cuda-cuda_capability_80\"");
    }
}

} // namespace

offloaded_function ptx_kernels(core::function_state &state, const std::vector<buffer *> &arguments,
                               const options &opts, const core::public_call &call) {
    require_cuda(opts, call);
    const proved ready = prove(state, arguments, opts, call.where);
    offloaded_function kernels =
        kernels_of(ready.resolved, ready.loops, opts, origin_of(state, call.where));
    if (kernels.kernels.empty()) {
        throw user_error(call.subject, call.call,
                         "no loop runs on a GPU, so there are no kernels; give gpu_tile, or "
                         "gpu_block and gpu_thread, to loops");
    }
    return kernels;
}

} // namespace tiramisu::lower
