#pragma once

#include <filesystem>
#include <string>

namespace tiramisu::tool {

/// A folder that is removed with all in it.
class temporary_folder {
public:
    /// Throws failure if there can be none.
    temporary_folder();
    ~temporary_folder();
    temporary_folder(const temporary_folder &) = delete;
    temporary_folder &operator=(const temporary_folder &) = delete;

    const std::filesystem::path &path() const { return path_; }
    std::filesystem::path make(const std::string &name) const;

private:
    std::filesystem::path path_;
};

/// A program as a shell finds it, but in this folder as well.
std::string program_path(const std::string &program);

} // namespace tiramisu::tool
