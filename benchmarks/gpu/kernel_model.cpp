#include "gpu/kernel_model.h"

#include "gpu/assembled_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <regex>
#include <sstream>

namespace tiramisu::bench {

std::vector<kernel_shape> kernel_shapes(const std::string &statement) {
    static const std::regex blocks(R"(gpu_block<\w+> \(\S+, 0, (\d+)\))"),
        threads(R"(gpu_thread<\w+> \(\S+, 0, (\d+)\))"),
        shared(R"(allocate \S+\[uint8 \* (\d+)\] in GPUShared)");
    std::vector<kernel_shape> all;
    bool is_new = true;
    std::istringstream lines(statement);
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_search(line, found, blocks)) {
            if (is_new) {
                all.emplace_back();
            }
            is_new = false;
            all.back().blocks *= std::stod(found[1]);
        } else if (!all.empty() && std::regex_search(line, found, threads)) {
            is_new = true;
            all.back().threads *= std::stoi(found[1]);
        } else if (!all.empty() && std::regex_search(line, found, shared)) {
            all.back().shared_bytes = std::stoi(found[1]);
        }
    }
    return all;
}

modelled_device h100() {
    return {"H100 SXM5", 132, 66900, 3350, 65536, 2048, 32, 228 * 1024, 1024};
}

int resident_blocks(const modelled_device &device, const kernel_shape &kernel, int registers) {
    constexpr int lanes = 32, register_step = 8;
    const int warps = (kernel.threads + lanes - 1) / lanes;
    const int of_warp = (registers + register_step - 1) / register_step * register_step * lanes;
    const int by_registers = registers > 0 ? device.registers / (of_warp * warps) : device.blocks;
    const int by_shared =
        device.shared_bytes / (kernel.shared_bytes + device.shared_bytes_of_system);
    const int by_threads = device.threads / (warps * lanes);
    return std::min({device.blocks, by_registers, by_shared, by_threads});
}

double predicted_share(const modelled_device &device, const kernel_shape &kernel, int registers,
                       double operations, double bytes) {
    if (resident_blocks(device, kernel, registers) == 0) {
        return 0;
    }
    const double each = kernel.blocks / device.multiprocessors;
    const double busy = each / std::ceil(each);
    const double fed = operations / bytes * device.bandwidth / device.fma_peak;
    return std::min({1.0, busy, fed});
}

namespace {

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
                100 * predicted_share(device, kernel, registers, problem.operations,
                                      problem.bytes));
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
