#pragma once

#include <string>
#include <vector>

namespace tiramisu::bench {

/// A library of CUDA, loaded while the program runs, and for as long as it runs. It is looked for
/// under its names, the newest version first, where the loader looks; in the folders that match the
/// patterns of TIRAMISU_CUDA_LIBRARIES, with colons between; where `python3` has the packages of
/// the index (nvidia-cublas and others); and in /usr/local/cuda/lib64.
class cuda_library {
public:
    explicit cuda_library(const std::vector<std::string> &file_names);

    bool is_there() const { return handle_ != nullptr; }
    /// The function's address; throws std::runtime_error if the library does not have it.
    template <typename Function>
    Function *function(const char *name) const {
        return reinterpret_cast<Function *>(address(name));
    }

private:
    void *address(const char *name) const;

    std::string file_name_; ///< of the one that was found
    void *handle_ = nullptr;
};

} // namespace tiramisu::bench
