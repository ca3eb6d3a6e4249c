#include "support/output_files.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "support/environment_variable.h"
#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

namespace fs = std::filesystem;

/// Neither another process nor another thread has the same.
std::string unique_text() {
    static std::atomic<unsigned> number{0};
    return std::to_string(getpid()) + "-" + std::to_string(number++);
}

} // namespace

std::string output_path(const std::string &asked) {
    return (fs::path(environment_variable("TIRAMISU_OUTPUT_DIR")) / asked).string();
}

output_files::~output_files() {
    for (const auto &[path, temporary] : staged_) {
        std::remove(temporary.c_str());
    }
}

std::string output_files::stage(const std::string &path) {
    const fs::path folder =
        fs::path(path).parent_path().empty() ? "." : fs::path(path).parent_path();
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
        throw io_error(path, "write", "the folder \"" + folder.string() + "\" does not exist");
    }
    if (fs::is_directory(path, ignored)) {
        throw io_error(path, "write", "it is a folder");
    }
    if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
        // A device or a pipe would be gone after the file has taken its name.
        throw io_error(path, "write", "it is no ordinary file, and is not replaced");
    }
    // The ending stays: to some writers it says what the file is.
    std::string temporary =
        (folder / ("." + unique_text() + ".tmp." + fs::path(path).filename().string())).string();
    std::ofstream probe(temporary, std::ios::binary);
    if (!probe) {
        throw io_error(path, "write", std::strerror(errno));
    }
    staged_[path] = temporary;
    return temporary;
}

void output_files::write(const std::string &path, std::string_view text) {
    write(path, text_parts(text));
}

void output_files::write(const std::string &path, const text_parts &text) {
    std::ofstream file(stage(path), std::ios::binary);
    for (const std::string_view part : text.parts()) {
        file << part;
    }
    file.close();
    if (!file) {
        throw io_error(path, "write", std::strerror(errno));
    }
}

void output_files::commit() {
    while (!staged_.empty()) {
        const auto [path, temporary] = *staged_.begin();
        if (std::rename(temporary.c_str(), path.c_str()) != 0) {
            throw io_error(path, "write", std::strerror(errno));
        }
        staged_.erase(staged_.begin());
    }
}

} // namespace tiramisu::support
