#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "codegen/machine_code/disassembly.h"

namespace tiramisu::lower {

/// Instructions that run one after the other: all of them, if the first one does.
struct basic_block {
    std::size_t first = 0, end = 0;      ///< numbers of instructions; `end` is behind the last one
    std::vector<std::size_t> successors; ///< numbers of blocks
};

/// The blocks in their order in the code; the kernel begins with the first. A call is no end of a
/// block: what is called comes back.
std::vector<basic_block> basic_blocks(const kernel_disassembly &kernel);

/// Numbers of the blocks that the kernel comes to. Behind its end, code is filled up with a branch
/// to itself.
std::set<std::size_t> reached_blocks(const std::vector<basic_block> &blocks);

/// The loops of a flow graph, each as the numbers of its blocks: those from which a branch back to
/// the loop's head can be reached without its head. Loops with the same head are one, and those
/// that the kernel never comes to are none.
std::vector<std::set<std::size_t>> natural_loops(const std::vector<basic_block> &blocks);

/// Those that have no other one inside.
std::vector<std::set<std::size_t>> innermost(const std::vector<std::set<std::size_t>> &loops);

} // namespace tiramisu::lower
