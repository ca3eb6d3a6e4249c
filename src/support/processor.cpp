#include "support/processor.h"

#include <algorithm>
#include <fstream>

#include <unistd.h>

namespace tiramisu::support {

std::vector<std::pair<std::string, std::string>> processor_facts() {
    std::vector<std::pair<std::string, std::string>> facts;
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line) && !line.empty();) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos) {
            facts.emplace_back(line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1),
                               line.substr(std::min(colon + 2, line.size())));
        }
    }
    return facts;
}

long cache_bytes(int which, long otherwise) {
    const long told = sysconf(which);
    return told > 0 ? told : otherwise;
}

} // namespace tiramisu::support
