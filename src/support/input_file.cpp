#include "support/input_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tiramisu/error.h"

namespace tiramisu::support {

std::string text_of_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    // A folder can be opened, but not read.
    if (!file || std::filesystem::is_directory(path)) {
        throw io_error(path, "read", file ? "it is a folder" : std::strerror(errno));
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace tiramisu::support
