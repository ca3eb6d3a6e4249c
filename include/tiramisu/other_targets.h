#pragma once

#include <string>
#include <vector>

#include "tiramisu/expr.h"

// Names of GPUs, of messages between processes and of libraries for them. This version generates
// code for one process on this machine's processor: programs that name them compile, and get an
// unsupported_error when they use them.

namespace tiramisu {

class buffer;
class computation;
class function;

namespace detail {
[[noreturn]] void refuse_gpu(const std::string &call);
[[noreturn]] void refuse_messages(const std::string &call);
} // namespace detail

inline expr memcpy(const buffer &, const buffer &) {
    detail::refuse_gpu("memcpy");
}
inline expr allocate(const buffer &) {
    detail::refuse_gpu("allocate");
}
inline expr sync() {
    detail::refuse_gpu("sync");
}
inline expr cuda_stream_synchronize() {
    detail::refuse_gpu("cuda_stream_synchronize");
}
inline expr cublas_gemm(const buffer &, const buffer &, buffer &, expr, expr, expr, expr = 1,
                        expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0,
                        expr = false, expr = false) {
    detail::refuse_gpu("cublas_gemm");
}
inline expr cblas_gemm(const buffer &, const buffer &, buffer &, expr, expr, expr, expr = 1,
                       expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0,
                       expr = false, expr = false) {
    detail::refuse_gpu("cblas_gemm");
}
template <typename... Arguments>
expr spmv(const Arguments &...) {
    detail::refuse_gpu("spmv");
}

enum xfer_attr { SYNC, ASYNC, BLOCK, NONBLOCK, MPI, CUDA, CPU2CPU, CPU2GPU, GPU2CPU, GPU2GPU };

/// Element type of buffers for requests of messages.
constexpr primitive_t p_wait_ptr = p_int64;

class xfer_prop {
public:
    xfer_prop() = default;
    xfer_prop(primitive_t, const std::vector<xfer_attr> &, int = -1) {
        detail::refuse_messages("xfer_prop");
    }
};

struct xfer {
    computation *s = nullptr, *r = nullptr, *sr = nullptr;
};

class wait {
public:
    wait(const expr &, const xfer_prop &, function * = nullptr) { detail::refuse_messages("wait"); }
};

} // namespace tiramisu
