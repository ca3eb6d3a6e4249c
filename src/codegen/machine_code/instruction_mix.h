#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "codegen/machine_code/disassembly.h"

namespace tiramisu::lower {

/// How many instructions there are of which kind. Accesses of memory are told apart by how many
/// bits each thread moves ("LDS.128"), moves between registers are "MOV", what computes integers
/// "integer", barriers "BAR", what decides where to go on "branch"; the rest has its opcode
/// ("FFMA").
class instruction_mix {
public:
    void add(const machine_instruction &one);

    const std::map<std::string, int> &counts() const { return counts_; }
    int count(const std::string &kind) const;
    int all() const { return all_; }
    /// Products that are added to something, of floats or, a matrix at a time, of any numbers.
    int multiply_adds() const { return multiply_adds_; }
    /// Of all instructions; 0 where there are none.
    double multiply_add_share() const;
    /// "512 FFMA, 32 LDS.128": the most frequent first.
    std::string text() const;

private:
    std::map<std::string, int> counts_;
    int all_ = 0, multiply_adds_ = 0;
};

/// The innermost loop of the kernel that has the most multiply-adds or, where none has any, the
/// most instructions. Without loops, all that the kernel comes to.
struct hot_loop {
    bool is_loop = false;
    instruction_mix mix;
};
hot_loop hottest_loop(const kernel_disassembly &kernel);

} // namespace tiramisu::lower
