#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tiramisu::lower {

/// One instruction of a kernel, as nvdisasm shows it.
struct machine_instruction {
    std::string guard;     ///< "@!P0", empty if it always runs
    std::string operation; ///< with its modifiers: "LDS.128"
    std::string operands;

    /// The operation without modifiers: "LDS".
    std::string opcode() const { return operation.substr(0, operation.find('.')); }
    bool has_modifier(const std::string &modifier) const;
};

/// The instructions of one kernel.
struct kernel_disassembly {
    std::vector<machine_instruction> instructions;
    std::map<std::string, std::size_t> labels; ///< where they stand: before instruction number ...

    /// A line for each instruction and each label.
    std::string text() const;
};

/// Reads what `nvdisasm -c` prints: kernels by name.
std::map<std::string, kernel_disassembly> read_disassembly(const std::string &text);

} // namespace tiramisu::lower
