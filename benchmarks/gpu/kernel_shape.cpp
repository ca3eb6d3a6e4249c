#include "gpu/kernel_shape.h"

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

} // namespace tiramisu::bench
