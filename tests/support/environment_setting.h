#pragma once

#include <cstdlib>
#include <string>

namespace tiramisu::testing {

/// Sets a variable of the environment while it lives.
class environment_setting {
public:
    environment_setting(std::string name, const std::string &value) : name_(std::move(name)) {
        setenv(name_.c_str(), value.c_str(), 1);
    }
    environment_setting(const environment_setting &) = delete;
    environment_setting &operator=(const environment_setting &) = delete;
    ~environment_setting() { unsetenv(name_.c_str()); }

private:
    std::string name_;
};

} // namespace tiramisu::testing
