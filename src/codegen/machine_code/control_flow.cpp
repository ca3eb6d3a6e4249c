#include "codegen/machine_code/control_flow.h"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>

namespace tiramisu::lower {

namespace {

using numbers = std::set<std::size_t>;

bool is_branch(const machine_instruction &one) {
    return one.opcode() == "BRA";
}

bool is_call(const machine_instruction &one) {
    return one.opcode() == "CALL";
}

bool is_end(const machine_instruction &one) {
    return one.opcode() == "EXIT" || one.opcode() == "RET";
}

/// Whether what comes next may run after it: a guard or, before the target of a branch, a condition
/// decides.
bool may_go_on(const machine_instruction &one) {
    const bool is_conditional =
        !one.guard.empty() || (is_branch(one) && one.operands.find(',') != std::string::npos);
    return is_conditional || !(is_branch(one) || is_end(one));
}

/// The instruction that a branch goes to. The assembler uses calls as branches, too, to a label of
/// the kernel.
std::optional<std::size_t> target_of(const machine_instruction &one,
                                     const kernel_disassembly &kernel) {
    static const std::regex label("\\((\\.\\S+)\\)");
    std::smatch found;
    if (!(is_branch(one) || is_call(one)) || !std::regex_search(one.operands, found, label)) {
        return std::nullopt;
    }
    const auto place = kernel.labels.find(found[1]);
    return place == kernel.labels.end() ? std::nullopt : std::optional(place->second);
}

numbers beginnings(const kernel_disassembly &kernel) {
    numbers found = {0};
    for (std::size_t at = 0; at < kernel.instructions.size(); ++at) {
        const machine_instruction &one = kernel.instructions[at];
        const std::optional<std::size_t> target = target_of(one, kernel);
        if (target) {
            found.insert(*target);
        }
        if (target || is_end(one)) {
            found.insert(at + 1);
        }
    }
    found.erase(found.lower_bound(kernel.instructions.size()), found.end());
    return found;
}

std::vector<numbers> predecessors(const std::vector<basic_block> &blocks) {
    std::vector<numbers> of(blocks.size());
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        for (const std::size_t next : blocks[block].successors) {
            of[next].insert(block);
        }
    }
    return of;
}

/// Of each block those that every way to it goes through, itself among them: the largest solution
/// of the equations of data flow.
std::vector<numbers> dominators(const std::vector<basic_block> &blocks) {
    numbers all;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        all.insert(all.end(), block);
    }
    const std::vector<numbers> before = predecessors(blocks);
    std::vector<numbers> of(blocks.size(), all);
    of.front() = {0};
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t block = 1; block < blocks.size(); ++block) {
            numbers common = all;
            for (const std::size_t from : before[block]) {
                numbers both;
                std::set_intersection(common.begin(), common.end(), of[from].begin(),
                                      of[from].end(), std::inserter(both, both.end()));
                common = std::move(both);
            }
            common.insert(block);
            changes = changes || common != of[block];
            of[block] = std::move(common);
        }
    }
    return of;
}

/// Adds the blocks from which `tail` is reached without the loop's head, which is in `loop`.
void add_ways_to(std::size_t tail, const std::vector<numbers> &before, numbers &loop) {
    std::vector<std::size_t> open = {tail};
    while (!open.empty()) {
        const std::size_t block = open.back();
        open.pop_back();
        if (loop.insert(block).second) {
            open.insert(open.end(), before[block].begin(), before[block].end());
        }
    }
}

} // namespace

std::vector<basic_block> basic_blocks(const kernel_disassembly &kernel) {
    const numbers begins = beginnings(kernel);
    std::vector<basic_block> blocks;
    for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
        const auto next = std::next(begin);
        blocks.push_back({*begin, next == begins.end() ? kernel.instructions.size() : *next, {}});
    }
    const auto block_at = [&](std::size_t instruction) {
        return static_cast<std::size_t>(std::distance(begins.begin(), begins.find(instruction)));
    };
    for (basic_block &block : blocks) {
        const machine_instruction &last = kernel.instructions[block.end - 1];
        if (const auto target = target_of(last, kernel); target && begins.count(*target) > 0) {
            block.successors.push_back(block_at(*target));
        }
        if (may_go_on(last) && begins.count(block.end) > 0) {
            block.successors.push_back(block_at(block.end));
        }
    }
    return blocks;
}

std::set<std::size_t> reached_blocks(const std::vector<basic_block> &blocks) {
    numbers found;
    std::vector<std::size_t> open;
    if (!blocks.empty()) {
        open.push_back(0);
    }
    while (!open.empty()) {
        const std::size_t block = open.back();
        open.pop_back();
        if (found.insert(block).second) {
            open.insert(open.end(), blocks[block].successors.begin(),
                        blocks[block].successors.end());
        }
    }
    return found;
}

std::vector<std::set<std::size_t>> natural_loops(const std::vector<basic_block> &blocks) {
    if (blocks.empty()) {
        return {};
    }
    const std::vector<numbers> before = predecessors(blocks), dominating = dominators(blocks);
    std::map<std::size_t, numbers> by_head;
    for (const std::size_t tail : reached_blocks(blocks)) {
        for (const std::size_t head : blocks[tail].successors) {
            if (dominating[tail].count(head) > 0) {
                by_head[head].insert(head);
                add_ways_to(tail, before, by_head[head]);
            }
        }
    }
    std::vector<numbers> loops;
    for (const auto &[head, loop] : by_head) {
        loops.push_back(loop);
    }
    return loops;
}

std::vector<std::set<std::size_t>> innermost(const std::vector<std::set<std::size_t>> &loops) {
    std::vector<numbers> inner;
    for (const numbers &loop : loops) {
        const bool has_other = std::any_of(loops.begin(), loops.end(), [&](const numbers &other) {
            return other != loop &&
                   std::includes(loop.begin(), loop.end(), other.begin(), other.end());
        });
        if (!has_other) {
            inner.push_back(loop);
        }
    }
    return inner;
}

} // namespace tiramisu::lower
