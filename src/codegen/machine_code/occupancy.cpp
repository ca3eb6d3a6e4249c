#include "codegen/machine_code/occupancy.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tiramisu::lower {

namespace {

constexpr long any_number = std::numeric_limits<long>::max();

long in_units(long amount, long unit) {
    return (amount + unit - 1) / unit * unit;
}

/// Blocks for whose warps there are registers. A warp has its registers from one part of the
/// multiprocessor; that one block's do not exceed its limit is checked as if its warps filled all
/// parts evenly.
long blocks_by_registers(long registers, long warps) {
    const long of_warp = in_units(registers * threads_of_warp, register_unit);
    if (of_warp == 0) {
        return any_number;
    }
    if (of_warp * in_units(warps, parts_of_multiprocessor) > registers_of_block) {
        return 0;
    }
    const long of_part = registers_of_multiprocessor / parts_of_multiprocessor;
    return of_part / of_warp * parts_of_multiprocessor / warps;
}

long blocks_by_shared_memory(long bytes, const multiprocessor &machine) {
    const long taken = in_units(bytes + machine.reserved_shared_bytes, machine.shared_unit);
    return taken == 0 ? any_number : machine.shared_bytes / taken;
}

} // namespace

occupancy occupancy_of(const block_needs &block, const multiprocessor &machine) {
    using limit = occupancy::limit;
    const long warps = in_units(block.threads, threads_of_warp) / threads_of_warp;
    const std::array<std::pair<long, limit>, 4> limits = {{
        {machine.blocks, limit::blocks},
        {machine.warps / warps, limit::warps},
        {blocks_by_registers(block.registers, warps), limit::registers},
        {blocks_by_shared_memory(block.shared_bytes, machine), limit::shared_memory},
    }};
    const auto [blocks, limited_by] =
        *std::min_element(limits.begin(), limits.end(), [](const auto &left, const auto &right) {
            return left.first < right.first;
        });
    return {blocks, blocks * warps, machine.warps, limited_by};
}

} // namespace tiramisu::lower
