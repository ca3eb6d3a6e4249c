#include "support/process_memory.h"

#include <cstdio>
#include <string>

#include <unistd.h>

namespace tiramisu::support {

std::size_t own_memory(pid_t process) {
    const std::string path = "/proc/" + std::to_string(process) + "/statm";
    unsigned long all = 0, resident = 0, shared = 0; // pages
    std::FILE *file = std::fopen(path.c_str(), "re");
    const bool is_known =
        file != nullptr && std::fscanf(file, "%lu %lu %lu", &all, &resident, &shared) == 3;
    if (file != nullptr) {
        std::fclose(file);
    }
    static const long page = sysconf(_SC_PAGESIZE);
    return is_known && resident > shared ? (resident - shared) * static_cast<std::size_t>(page) : 0;
}

} // namespace tiramisu::support
