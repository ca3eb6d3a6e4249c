#include "support/input_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

constexpr std::size_t most_unannounced = std::size_t{1} << 28; // bytes

/// What the file has beyond what it said, as pipes do, which say nothing; devices may have no end.
void append_rest(std::istream &file, const std::string &path, std::string &text) {
    const std::size_t announced = text.size();
    std::array<char, 65536> block;
    while (file.read(block.data(), block.size()), file.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
        if (text.size() - announced > most_unannounced) {
            throw io_error(path, "read", "it goes on after 256 MiB, and is no ordinary file");
        }
    }
}

} // namespace

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
    append_rest(file, path, text);
    return text;
}

} // namespace tiramisu::support
