#pragma once

#include <chrono>
#include <string>

namespace tiramisu::nn {

/// Holds a file's lock against other processes and threads while it lives. Where the file cannot be
/// made there is no lock, and none is needed: nothing can be written beside it either.
class file_lock {
public:
    /// Throws error if there is something else by that name, such as a symbolic link: who could
    /// make one would decide which file is opened. Error as well if another process, which may be
    /// stopped, does not let go of the lock in time.
    explicit file_lock(const std::string &path,
                       std::chrono::milliseconds patience = std::chrono::seconds(10));
    ~file_lock();
    file_lock(const file_lock &) = delete;
    file_lock &operator=(const file_lock &) = delete;

private:
    int descriptor_;
};

} // namespace tiramisu::nn
