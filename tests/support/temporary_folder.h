#pragma once

#include <string>
#include <vector>

namespace tiramisu::testing {

/// A folder that is removed with all in it.
class temporary_folder {
public:
    temporary_folder();
    ~temporary_folder();
    temporary_folder(const temporary_folder &) = delete;
    temporary_folder &operator=(const temporary_folder &) = delete;

    std::string operator/(const std::string &name) const { return path_ + "/" + name; }
    const std::string &path() const { return path_; }
    std::vector<std::string> files() const;

private:
    std::string path_;
};

} // namespace tiramisu::testing
