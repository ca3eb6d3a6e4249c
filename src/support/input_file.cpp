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
    std::error_code unknown; // of what is no ordinary file
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    std::string text(unknown ? 0 : static_cast<std::size_t>(size), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    std::ostringstream more; // where it was longer than it said
    more << file.rdbuf();
    text += more.str();
    return text;
}

} // namespace tiramisu::support
