#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

namespace tiramisu::testing {

/// A path that no other process has, for a file that goes when this does.
class temporary_file {
public:
    explicit temporary_file(const std::string &name)
        : path_(::testing::TempDir() + std::to_string(::getpid()) + "_" + name) {}
    temporary_file(const std::string &name, const std::string &text) : temporary_file(name) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    temporary_file(const temporary_file &) = delete;
    temporary_file &operator=(const temporary_file &) = delete;
    ~temporary_file() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    const std::string &path() const { return path_; }

private:
    std::string path_;
};

} // namespace tiramisu::testing
