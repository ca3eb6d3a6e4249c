#include "codegen/machine_code/instruction_mix.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "codegen/machine_code/control_flow.h"

namespace tiramisu::lower {

namespace {

// Opcodes: CUDA Binary Utilities, "Instruction Set Reference".

using opcodes = std::set<std::string>;

bool is_one_of(const opcodes &known, const std::string &opcode) {
    return known.count(opcode) > 0;
}

bool is_access(const std::string &opcode) {
    static const opcodes known = {"LD",     "LDG",  "LDS",  "LDL",   "LDC",  "ULDC",
                                  "LDCU",   "ST",   "STG",  "STS",   "STL",  "RED",
                                  "LDGSTS", "LDSM", "ATOM", "ATOMG", "ATOMS"};
    return is_one_of(known, opcode);
}

bool is_control(const std::string &opcode) {
    static const opcodes known = {"BRA",  "BRX",  "JMP",   "JMX",   "CALL",    "RET",
                                  "EXIT", "BSSY", "BSYNC", "BREAK", "WARPSYNC"};
    return is_one_of(known, opcode);
}

/// What also puts a constant, another register, or what the processor knows of a thread into a
/// register.
bool is_move(const machine_instruction &one) {
    static const opcodes known = {"MOV", "UMOV", "CS2R", "S2R", "S2UR", "R2UR", "R2P", "P2R"};
    const std::string opcode = one.opcode();
    const bool is_multiplied_by_nothing =
        opcode == "HFMA2" && one.operands.find("-RZ, RZ,") != std::string::npos;
    return is_one_of(known, opcode) || is_multiplied_by_nothing ||
           (opcode == "IMAD" && one.has_modifier("MOV"));
}

bool is_integer(const std::string &opcode) {
    static const opcodes known = {
        "IADD3", "IMAD",  "LEA",    "LOP3", "SHF",    "ISETP",   "IABS", "IMNMX", "VIADD", "SEL",
        "PRMT",  "PLOP3", "POPC",   "FLO",  "UIADD3", "UIMAD",   "ULEA", "ULOP3", "USHF",  "UISETP",
        "USEL",  "UPRMT", "UPLOP3", "IADD", "VIMNMX", "UVIMNMX", "BMSK", "SGXT",  "BREV"};
    return is_one_of(known, opcode);
}

bool is_multiply_add(const machine_instruction &one) {
    static const opcodes known = {"FFMA", "FFMA2", "DFMA", "HFMA2", "HMMA",
                                  "IMMA", "DMMA",  "IDP",  "HGMMA", "IGMMA"};
    return is_one_of(known, one.opcode()) && !is_move(one);
}

std::string width(const machine_instruction &one) {
    for (const char *bits : {"128", "64", "16", "8"}) {
        const std::string signed_bits = std::string("S") + bits, bare = std::string("U") + bits;
        if (one.has_modifier(bits) || one.has_modifier(signed_bits) || one.has_modifier(bare)) {
            return bits;
        }
    }
    return "32";
}

std::string kind_of(const machine_instruction &one) {
    const std::string opcode = one.opcode();
    return is_access(opcode)    ? opcode + "." + width(one)
           : is_move(one)       ? "MOV"
           : is_integer(opcode) ? "integer"
           : is_control(opcode) ? "branch"
                                : opcode;
}

instruction_mix mix_of(const kernel_disassembly &kernel, const std::vector<basic_block> &blocks,
                       const std::set<std::size_t> &loop) {
    instruction_mix mix;
    for (const std::size_t block : loop) {
        for (std::size_t at = blocks[block].first; at < blocks[block].end; ++at) {
            mix.add(kernel.instructions[at]);
        }
    }
    return mix;
}

} // namespace

void instruction_mix::add(const machine_instruction &one) {
    ++counts_[kind_of(one)];
    ++all_;
    multiply_adds_ += is_multiply_add(one) ? 1 : 0;
}

int instruction_mix::count(const std::string &kind) const {
    const auto found = counts_.find(kind);
    return found == counts_.end() ? 0 : found->second;
}

double instruction_mix::multiply_add_share() const {
    return all_ == 0 ? 0 : static_cast<double>(multiply_adds_) / all_;
}

std::string instruction_mix::text() const {
    std::vector<std::pair<std::string, int>> sorted(counts_.begin(), counts_.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto &left, const auto &right) {
        return left.second > right.second;
    });
    std::string all;
    for (const auto &[kind, count] : sorted) {
        all += (all.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
    }
    return all;
}

hot_loop hottest_loop(const kernel_disassembly &kernel) {
    const std::vector<basic_block> blocks = basic_blocks(kernel);
    hot_loop hottest;
    for (const std::set<std::size_t> &loop : innermost(natural_loops(blocks))) {
        const instruction_mix mix = mix_of(kernel, blocks, loop);
        const auto heat = [](const instruction_mix &of) {
            return std::pair(of.multiply_adds(), of.all());
        };
        if (!hottest.is_loop || heat(hottest.mix) < heat(mix)) {
            hottest = {true, mix};
        }
    }
    if (!hottest.is_loop) {
        hottest.mix = mix_of(kernel, blocks, reached_blocks(blocks));
    }
    return hottest;
}

} // namespace tiramisu::lower
