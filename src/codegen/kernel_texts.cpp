#include "codegen/compile.h"
#include "codegen/device/device_target.h"
#include "codegen/expressions/target.h"
#include "codegen/machine_code/kernel_code.h"
#include "codegen/prove.h"
#include "core/program/public_call.h"
#include "core/report/bank_conflicts.h"
#include "core/staging/staged_analysis.h"
#include "tiramisu/function.h"

// The kernels of a function, as texts.

namespace tiramisu {

namespace {

using lower::offloaded_function;

std::string indented(const std::string &text) {
    std::string lines = "    ";
    for (const char one : text) {
        lines += one == '\n' ? std::string("\n    ") : std::string(1, one);
    }
    return lines.substr(0, lines.find_last_not_of(' ') + 1);
}

void require_cuda(const options &opts, const core::public_call &call) {
    const std::string target = lower::asked_target(opts);
    if (lower::device_of(lower::parse_target(target)) != lower::device::cuda) {
        throw unsupported_error(call.subject, call.call,
                                "the target \"" + target +
                                    "\" has no kernels in PTX, which are CUDA's; name one that "
                                    "has in options::target, as \"host-cuda\" or "
                                    "\"host-cuda-cuda_capability_80\"");
    }
}

/// The kernels of the function, in PTX.
offloaded_function ptx_of(core::function_state &state, const std::vector<buffer *> &arguments,
                          const options &opts, const core::public_call &call) {
    require_cuda(opts, call);
    const lower::proved ready = lower::prove(state, arguments, opts, call.where);
    offloaded_function kernels =
        lower::kernels_of(ready.resolved, ready.loops, opts, lower::origin_of(state, call.where));
    if (kernels.kernels.empty()) {
        throw user_error(call.subject, call.call,
                         "no loop runs on a GPU, so there are no kernels; give gpu_tile, or "
                         "gpu_block and gpu_thread, to loops");
    }
    return kernels;
}

std::string bank_text(core::function_state &state, const std::vector<buffer *> &arguments,
                      const core::public_call &call) {
    return core::answer(state, call, [&] {
        const core::analysis now = core::analyse(state, arguments, call.where);
        return core::bank_conflicts(state, core::with_stagings(state, now));
    });
}

} // namespace

std::string function::ptx_text(const std::vector<buffer *> &arguments, const options &opts,
                               source_place where) const {
    const core::public_call call = {core::subject(*state_), "ptx_text", where};
    return core::restating_errors(*state_, call,
                                  [&] { return ptx_of(*state_, arguments, opts, call).text; });
}

std::string function::sass_text(const std::vector<buffer *> &arguments, const options &opts,
                                const std::string &machine, source_place where) const {
    const core::public_call call = {
        core::subject(*state_), "sass_text" + (machine.empty() ? "" : "(" + machine + ")"), where};
    return core::restating_errors(*state_, call, [&] {
        require_cuda(opts, call);
        const lower::multiprocessor &asked =
            lower::machine_called(machine, lower::parse_target(lower::asked_target(opts)), call);
        const offloaded_function kernels = ptx_of(*state_, arguments, opts, call);
        const lower::cuda_tools tools = lower::find_cuda_tools(call);
        const auto codes = lower::machine_code(kernels, asked, tools, call);
        std::string text, instructions;
        for (const lower::kernel_code &one : codes) {
            text += one.name + " on " + asked.name() + ", by ptxas " +
                    lower::assembler_version(tools) + '\n' + lower::summary_of(one);
            instructions += '\n' + one.name + ":\n" + one.disassembly.text();
        }
        const std::string banks = bank_text(*state_, arguments, call);
        return text + (banks.empty() ? "" : "banks of shared memory\n" + indented(banks)) +
               instructions;
    });
}

} // namespace tiramisu
