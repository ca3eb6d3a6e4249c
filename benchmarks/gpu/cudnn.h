#pragma once

#include "gpu/device_contest.h"

#include <tiramisu/nn/nn.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// Whether cuDNN's images, weights and results have channels innermost.
enum class image_order { nchw, nhwc };
/// What products may be computed by: f32 on ordinary units alone, or tf32 on tensor cores, too.
enum class convolution_math { f32, tf32 };

/// One convolution by cuDNN (version 8 or 9), by the algorithm that it finds the fastest of its own
/// for this problem, on arrays of the device.
class cudnn_convolution {
public:
    /// Whether the library is there.
    static bool is_there();
    static std::string version(); ///< empty if it is not

    /// Tries the algorithms, which takes some time. Throws std::runtime_error where none works.
    cudnn_convolution(const nn::conv2d_problem &problem, image_order order, convolution_math math);
    ~cudnn_convolution();
    cudnn_convolution(const cudnn_convolution &) = delete;
    cudnn_convolution &operator=(const cudnn_convolution &) = delete;

    void run(const void *source, const void *weights, void *result) const;
    /// The same, with biases added and ReLU: in one call of the library, or in three.
    void run_fused(const void *source, const void *weights, const void *bias, void *result) const;
    void run_separately(const void *source, const void *weights, const void *bias,
                        void *result) const;

private:
    struct descriptors;
    std::unique_ptr<descriptors> described_;
};

} // namespace tiramisu::bench
