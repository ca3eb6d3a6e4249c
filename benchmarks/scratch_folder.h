#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace tiramisu::bench {

/// A folder of this process for files that nobody needs afterwards.
struct scratch_folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("tiramisu_bench." + std::to_string(getpid()));

    scratch_folder() { std::filesystem::create_directories(path); }
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    scratch_folder(const scratch_folder &) = delete;
    scratch_folder &operator=(const scratch_folder &) = delete;
};

} // namespace tiramisu::bench
