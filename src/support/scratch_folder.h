#pragma once

#include <filesystem>
#include <string>

namespace tiramisu::support {

/// A folder that is removed with all in it.
class scratch_folder {
public:
    /// Throws io_error if there can be none.
    scratch_folder();
    ~scratch_folder();
    scratch_folder(const scratch_folder &) = delete;
    scratch_folder &operator=(const scratch_folder &) = delete;

    const std::filesystem::path &path() const { return path_; }
    /// Makes a folder in it.
    std::filesystem::path make(const std::string &name) const;

private:
    std::filesystem::path path_;
};

} // namespace tiramisu::support
