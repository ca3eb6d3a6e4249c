#include "codegen/machine_code/disassembly.h"

#include <regex>
#include <sstream>

namespace tiramisu::lower {

bool machine_instruction::has_modifier(const std::string &modifier) const {
    const std::string padded = operation + ".";
    return padded.find("." + modifier + ".") != std::string::npos;
}

std::string kernel_disassembly::text() const {
    std::multimap<std::size_t, std::string> label_at;
    for (const auto &[label, place] : labels) {
        label_at.emplace(place, label);
    }
    std::string all;
    for (std::size_t at = 0; at <= instructions.size(); ++at) {
        const auto [first, last] = label_at.equal_range(at);
        for (auto label = first; label != last; ++label) {
            all += label->second + ":\n";
        }
        if (at < instructions.size()) {
            const machine_instruction &one = instructions[at];
            all += "    " + std::string(one.guard.empty() ? "" : one.guard + " ") + one.operation +
                   (one.operands.empty() ? "" : " " + one.operands) + '\n';
        }
    }
    return all;
}

std::map<std::string, kernel_disassembly> read_disassembly(const std::string &text) {
    static const std::regex kernel("^\\.text\\.(\\S+):$"), label("^(\\.\\S+):$"),
        instruction("^\\s*/\\*[0-9a-f]+\\*/\\s+(@!?\\w+\\s+)?([A-Z][\\w.]*)\\s*(.*?)\\s*;.*$");
    std::map<std::string, kernel_disassembly> kernels;
    kernel_disassembly *current = nullptr;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (std::regex_match(line, found, kernel)) {
            current = &kernels[found[1]];
        } else if (current != nullptr && std::regex_match(line, found, label)) {
            current->labels[found[1]] = current->instructions.size();
        } else if (current != nullptr && std::regex_match(line, found, instruction)) {
            std::string guard = found[1];
            guard.erase(guard.find_last_not_of(' ') + 1);
            current->instructions.push_back({guard, found[2], found[3]});
        }
    }
    return kernels;
}

} // namespace tiramisu::lower
