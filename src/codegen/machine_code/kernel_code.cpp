#include "codegen/machine_code/kernel_code.h"

#include <algorithm>
#include <map>

#include "codegen/device/device_target.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

/// The least capability that CUDA 13's ptxas assembles for; code for an older one runs there, too.
constexpr int least_capability = 75;

int capability_of(const Halide::Target &target) {
    return std::max(least_capability, target.get_cuda_capability_lower_bound());
}

std::string known_names() {
    std::string names;
    for (const multiprocessor &one : multiprocessors()) {
        names += (names.empty() ? "" : ", ") + one.name();
    }
    return names;
}

/// A number that kernels are started with, which the language asks to be known while compiling.
long known(const Halide::Expr &number, const std::string &kernel) {
    const auto value = hir::as_const_int(hir::simplify(number));
    if (!value) {
        throw internal_error("the kernel \"" + kernel +
                             "\" is started with threads or shared memory that only the running "
                             "program knows");
    }
    return *value;
}

template <typename Part>
const Part &part_of(const std::map<std::string, Part> &parts, const std::string &kernel) {
    const auto found = parts.find(kernel);
    if (found == parts.end()) {
        throw internal_error("NVIDIA's programs say nothing of the kernel \"" + kernel + "\"");
    }
    return found->second;
}

} // namespace

const multiprocessor &machine_called(const std::string &name, const Halide::Target &target,
                                     const core::public_call &call) {
    const std::string asked = name.empty() ? "sm_" + std::to_string(capability_of(target)) : name;
    const auto found = std::find_if(multiprocessors().begin(), multiprocessors().end(),
                                    [&](const multiprocessor &one) { return one.name() == asked; });
    if (found == multiprocessors().end()) {
        throw user_error(call.subject, call.call,
                         "\"" + asked +
                             "\" is no machine that kernels are assembled for; known "
                             "are " +
                             known_names());
    }
    return *found;
}

std::vector<kernel_code> machine_code(const offloaded_function &kernels,
                                      const multiprocessor &machine, const cuda_tools &tools,
                                      const core::public_call &call) {
    const assembled_kernels assembled = assemble(kernels.text, machine.name(), tools, call);
    const auto resources = read_assembler_report(assembled.report);
    const auto disassemblies = read_disassembly(assembled.disassembly);
    std::vector<kernel_code> codes;
    for (const kernel_launch &launch : kernels.kernels) {
        kernel_code code;
        code.name = launch.name;
        for (std::size_t dim = 0; dim < code.threads.size(); ++dim) {
            code.threads[dim] = known(launch.threads[dim], launch.name);
        }
        code.resources = part_of(resources, launch.name);
        code.shared_bytes = known(launch.shared_bytes, launch.name) + code.resources.shared_bytes;
        code.running = occupancy_of(
            {code.all_threads(), code.resources.registers, code.shared_bytes}, machine);
        code.disassembly = part_of(disassemblies, launch.name);
        code.hottest = hottest_loop(code.disassembly);
        codes.push_back(std::move(code));
    }
    return codes;
}

} // namespace tiramisu::lower
