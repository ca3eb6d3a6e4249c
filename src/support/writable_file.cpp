#include "support/writable_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include "tiramisu/error.h"

namespace tiramisu::support {

namespace fs = std::filesystem;

void require_writable(const std::string &path) {
    std::error_code unknown;
    const bool is_there = fs::exists(path, unknown);
    if (fs::is_directory(path, unknown)) {
        throw io_error(path, "write", std::strerror(EISDIR));
    }
    const fs::path folder = fs::absolute(path).parent_path();
    const std::string asked = is_there ? path : folder.string();
    if (access(asked.c_str(), W_OK) != 0) {
        throw io_error(path, "write", std::strerror(errno));
    }
}

} // namespace tiramisu::support
