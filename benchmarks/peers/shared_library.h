#pragma once

#include <string>

namespace tiramisu::bench {

/// A peer's library, loaded while the program runs: several of them define the same names. Stays
/// loaded.
class shared_library {
public:
    /// Looks in the folder where `./dev bench setup` puts peers.
    explicit shared_library(const std::string &file_name);

    bool is_there() const { return handle_ != nullptr; }
    /// The function's address; throws std::runtime_error if the library does not have it.
    template <typename Function>
    Function *function(const char *name) const {
        return reinterpret_cast<Function *>(address(name));
    }

private:
    void *address(const char *name) const;

    std::string file_name_;
    void *handle_ = nullptr;
};

} // namespace tiramisu::bench
