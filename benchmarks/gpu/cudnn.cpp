#include "gpu/cudnn.h"

#include "gpu/cuda_driver.h"
#include "gpu/cudnn_library.h"

#include <array>

namespace tiramisu::bench {

const cudnn_library &cudnn_library::here() {
    static const cudnn_library library;
    return library;
}

cudnn_library::cudnn_library()
    : products_({"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"}),
      library_({"libcudnn.so.9", "libcudnn.so.8"}) {}

namespace {

using dnn = cudnn_library;
using handle = dnn::handle;
constexpr float one_factor = 1, no_factor = 0;

handle described_tensor(int order, int n, int c, int h, int w) {
    const handle made = dnn::here().made("cudnnCreateTensorDescriptor");
    dnn::here().call<handle, int, int, int, int, int, int>("cudnnSetTensor4dDescriptor", made,
                                                           order, dnn::float_type, n, c, h, w);
    return made;
}

} // namespace

struct cudnn_convolution::descriptors {
    handle source, weights, result, bias, convolution, activation;
    dnn::found_algorithm algorithm = {};
    cuda_driver::address workspace = 0;

    descriptors(const nn::conv2d_problem &p, int order, int math)
        : source(described_tensor(order, p.mb, p.ic, p.ih, p.iw)),
          weights(dnn::here().made("cudnnCreateFilterDescriptor")),
          result(described_tensor(order, p.mb, p.oc, p.oh, p.ow)),
          bias(described_tensor(order, 1, p.oc, 1, 1)),
          convolution(dnn::here().made("cudnnCreateConvolutionDescriptor")),
          activation(dnn::here().made("cudnnCreateActivationDescriptor")) {
        const dnn &library = dnn::here();
        library.call<handle, int, int, int, int, int, int>(
            "cudnnSetFilter4dDescriptor", weights, dnn::float_type, order, p.oc, p.ic, p.kh, p.kw);
        library.call<handle, int, int, int, int, int, int, int, int>(
            "cudnnSetConvolution2dDescriptor", convolution, p.ph, p.pw, p.sh, p.sw, p.dh + 1,
            p.dw + 1, dnn::cross_correlation, dnn::float_type);
        library.call<handle, int>("cudnnSetConvolutionMathType", convolution, math);
        library.call<handle, int, int, double>("cudnnSetActivationDescriptor", activation,
                                               dnn::relu, dnn::propagate_nan, 0.0);
        find_algorithm(math);
    }

    ~descriptors() {
        if (workspace != 0) {
            cuda_driver::here().release(workspace);
        }
    }

    descriptors(const descriptors &) = delete;
    descriptors &operator=(const descriptors &) = delete;

    void find_algorithm(int math) {
        const dnn &library = dnn::here();
        std::array<dnn::found_algorithm, 16> found = {};
        int count = 0;
        library.call<handle, handle, handle, handle, handle, int, int *, dnn::found_algorithm *>(
            "cudnnFindConvolutionForwardAlgorithm", library.own_handle(), source, weights,
            convolution, result, static_cast<int>(found.size()), &count, found.data());
        // The fastest one first.
        if (count == 0 || found.front().status != 0) {
            throw std::runtime_error("cuDNN: no algorithm computes this convolution");
        }
        algorithm = found.front();
        if (math != dnn::fma_math) {
            library.call<handle, int>("cudnnSetConvolutionMathType", convolution, algorithm.math);
        }
        if (algorithm.workspace > 0) {
            workspace = cuda_driver::here().allocate(algorithm.workspace);
        }
    }

    void *workspace_memory() const { return reinterpret_cast<void *>(workspace); }
};

bool cudnn_convolution::is_there() {
    return dnn::here().is_there();
}

cudnn_convolution::cudnn_convolution(const nn::conv2d_problem &problem, image_order order,
                                     convolution_math math)
    : described_(std::make_unique<descriptors>(
          problem, order == image_order::nhwc ? dnn::nhwc : dnn::nchw,
          math == convolution_math::f32 ? dnn::fma_math : dnn::default_math)) {}

cudnn_convolution::~cudnn_convolution() = default;

std::string cudnn_convolution::version() {
    return is_there() ? std::to_string(dnn::here().version()) : "";
}

void cudnn_convolution::run(const void *source, const void *weights, void *result) const {
    const descriptors &d = *described_;
    dnn::here()
        .call<handle, const void *, handle, const void *, handle, const void *, handle, int, void *,
              std::size_t, const void *, handle, void *>(
            "cudnnConvolutionForward", dnn::here().own_handle(), &one_factor, d.source, source,
            d.weights, weights, d.convolution, d.algorithm.algorithm, d.workspace_memory(),
            d.algorithm.workspace, &no_factor, d.result, result);
}

void cudnn_convolution::run_fused(const void *source, const void *weights, const void *bias,
                                  void *result) const {
    const descriptors &d = *described_;
    dnn::here()
        .call<handle, const void *, handle, const void *, handle, const void *, handle, int, void *,
              std::size_t, const void *, handle, const void *, handle, const void *, handle, handle,
              void *>("cudnnConvolutionBiasActivationForward", dnn::here().own_handle(),
                      &one_factor, d.source, source, d.weights, weights, d.convolution,
                      d.algorithm.algorithm, d.workspace_memory(), d.algorithm.workspace,
                      &no_factor, d.result, result, d.bias, bias, d.activation, d.result, result);
}

void cudnn_convolution::run_separately(const void *source, const void *weights, const void *bias,
                                       void *result) const {
    const descriptors &d = *described_;
    const dnn &library = dnn::here();
    run(source, weights, result);
    library.call<handle, const void *, handle, const void *, const void *, handle, void *>(
        "cudnnAddTensor", library.own_handle(), &one_factor, d.bias, bias, &one_factor, d.result,
        result);
    library.call<handle, handle, const void *, handle, const void *, const void *, handle, void *>(
        "cudnnActivationForward", library.own_handle(), d.activation, &one_factor, d.result, result,
        &no_factor, d.result, result);
}

} // namespace tiramisu::bench
