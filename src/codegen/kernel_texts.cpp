#include "codegen/compile.h"
#include "codegen/expressions/target.h"
#include "codegen/machine_code/kernel_code.h"
#include "codegen/ptx_kernels.h"
#include "core/program/public_call.h"
#include "core/report/bank_conflicts.h"
#include "core/staging/staged_analysis.h"
#include "tiramisu/function.h"

// The kernels of a function, as texts.

namespace tiramisu {

namespace {

std::string indented(const std::string &text) {
    std::string lines = "    ";
    for (const char one : text) {
        lines += one == '\n' ? std::string("\n    ") : std::string(1, one);
    }
    return lines.substr(0, lines.find_last_not_of(' ') + 1);
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
    return core::restating_errors(
        *state_, call, [&] { return lower::ptx_kernels(*state_, arguments, opts, call).text; });
}

std::string function::sass_text(const std::vector<buffer *> &arguments, const options &opts,
                                const std::string &machine, source_place where) const {
    const core::public_call call = {
        core::subject(*state_), "sass_text" + (machine.empty() ? "" : "(" + machine + ")"), where};
    return core::restating_errors(*state_, call, [&] {
        const lower::multiprocessor &asked =
            lower::machine_called(machine, lower::parse_target(lower::asked_target(opts)), call);
        const lower::offloaded_function kernels =
            lower::ptx_kernels(*state_, arguments, opts, call);
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
