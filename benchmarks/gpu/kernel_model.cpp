#include "gpu/kernel_model.h"

#include "gpu/assembled_kernel.h"
#include "gpu/occupancy.h"
#include "scratch_folder.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace tiramisu::bench {

namespace {

std::string contents(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What it prints; empty where there is none.
std::string told_by_ptxas(const std::filesystem::path &text, const std::filesystem::path &answer) {
    for (const std::string name : {"ptxas", "/usr/local/cuda/bin/ptxas"}) {
        const std::string command = name + " -v -arch=sm_90 -o /dev/null " + text.string() + " > " +
                                    answer.string() + " 2>&1";
        if (std::system(command.c_str()) == 0) {
            return contents(answer);
        }
    }
    return "";
}

/// What can be known of a schedule without a device.
struct modelled_code {
    std::vector<kernel_shape> kernels;
    std::vector<assembled_kernel> assembled; ///< empty where there is no ptxas
};

modelled_code model_of(const device_schedule &schedule) {
    const scratch_folder scratch;
    const std::filesystem::path object = scratch.path / "kernels.o",
                                text = scratch.path / "kernels.ptx";
    options opts;
    opts.target = "host-cuda-cuda_capability_80";
    scheduled_function declared = schedule.declare();
    const std::vector<buffer *> arguments = declared.argument_list();
    modelled_code code;
    code.kernels = kernel_shapes(declared.what.stmt_text(arguments, opts));
    declared.what.codegen(arguments, object.string(), opts);
    std::ofstream(text) << ptx_in(contents(object));
    code.assembled = assembled_kernels(told_by_ptxas(text, scratch.path / "ptxas.txt"));
    return code;
}

void tell_kernel(const device_problem &problem, const kernel_shape &kernel,
                 const std::optional<assembled_kernel> &assembled) {
    const modelled_device device = h100();
    const int registers = assembled ? assembled->registers : 0;
    std::printf("    blocks %.0f of %d threads, %d bytes of shared memory\n", kernel.blocks,
                kernel.threads, kernel.shared_bytes);
    if (!assembled) {
        std::printf("    registers: not known, there is no ptxas here\n");
        return;
    }
    const int resident = resident_blocks(device, kernel, registers);
    std::printf("    registers %d, spilled bytes %d; blocks in a multiprocessor %d, occupancy "
                "%.0f %%; predicted share of the peak %.0f %%\n",
                registers, assembled->spilled_bytes, resident,
                100.0 * resident * kernel.threads / device.threads,
                100 *
                    predicted_share(device, kernel, registers, problem.operations, problem.bytes));
}

} // namespace

void tell_model(session &here, const device_problem &problem) {
    here.costs[problem.id] = {problem.operations, problem.bytes};
    for (const device_schedule &schedule : problem.ours) {
        const modelled_code code = model_of(schedule);
        row one;
        one.id = problem.id;
        one.variant = schedule.variant;
        here.add(one);
        std::printf("    model of an %s, not measured: %.3g operations, %.3g bytes, %.1f "
                    "operations a byte\n",
                    h100().name, problem.operations, problem.bytes,
                    problem.operations / problem.bytes);
        for (std::size_t at = 0; at < code.kernels.size(); at++) {
            tell_kernel(problem, code.kernels[at],
                        at < code.assembled.size() ? std::optional(code.assembled[at])
                                                   : std::nullopt);
        }
    }
}

} // namespace tiramisu::bench
