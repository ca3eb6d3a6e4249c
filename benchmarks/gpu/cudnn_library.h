#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "gpu/cuda_library.h"

namespace tiramisu::bench {

/// What is used of cuDNN (NVIDIA cuDNN API reference, versions 8 and 9), opened once.
class cudnn_library {
public:
    using handle = void *;

    // As in cudnn.h.
    static constexpr int nchw = 0, nhwc = 1, float_type = 0, cross_correlation = 1;
    static constexpr int default_math = 0, fma_math = 3, relu = 1, propagate_nan = 1;

    /// What cudnnFindConvolutionForwardAlgorithm() tells of an algorithm.
    struct found_algorithm {
        int algorithm, status;
        float milliseconds;
        std::size_t workspace;
        int determinism, math, reserved[3];
    };

    static const cudnn_library &here();

    bool is_there() const { return library_.is_there(); }
    /// Made by the first call, which throws std::runtime_error where that fails.
    handle own_handle() const {
        static const handle own = made("cudnnCreate");
        return own;
    }
    /// 90100: 9.1.0.
    std::size_t version() const { return library_.function<std::size_t()>("cudnnGetVersion")(); }
    /// Calls the function `name`, and throws std::runtime_error where it returns an error.
    template <typename... Parameters>
    void call(const char *name, Parameters... arguments) const {
        const int status = library_.function<int(Parameters...)>(name)(arguments...);
        if (status != 0) {
            throw std::runtime_error(std::string("cuDNN: ") + name + " failed with status " +
                                     std::to_string(status));
        }
    }
    /// Makes a descriptor by the function `name`.
    handle made(const char *name) const {
        handle one = nullptr;
        call<handle *>(name, &one);
        return one;
    }

private:
    cudnn_library();

    cuda_library products_; ///< cuBLAS, of which some of its algorithms need functions
    cuda_library library_;
};

} // namespace tiramisu::bench
