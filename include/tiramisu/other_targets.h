#pragma once

#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/expr.h"

// Names of GPUs, of messages between processes and of libraries for them. This version generates
// code for one process, and calls no library of a GPU: programs that name these compile, and get
// an unsupported_error when they use them.

namespace tiramisu {

// Parameters are those of the older Tiramisu.
// NOLINTBEGIN(performance-unnecessary-value-param, readability-identifier-naming)

class buffer;
class computation;
class function;

namespace detail {

[[noreturn]] void refuse_gpu(const std::string &call, source_place where);
[[noreturn]] void refuse_library(const std::string &call, source_place where);
[[noreturn]] void refuse_messages(const std::string &call, source_place where);

/// The first argument of a call that takes any; remembers the line of the user's program.
class located_argument {
public:
    template <typename T>
    located_argument(const T &, const char *file = __builtin_FILE(), int line = __builtin_LINE())
        : where_{file, line} {}

    const source_place &where() const { return where_; }

private:
    source_place where_;
};

} // namespace detail

/// As the expression of a computation: each of its instances copies all of `from` to `to`, which
/// have elements of one type and equal sizes. Its first loops are those of its iterators.
expr memcpy(const buffer &from, const buffer &to, source_place where = source_place::current());

// As the expression of a computation that only has a place in the order, since buffers are
// allocated, threads wait and kernels have ended wherever they have to.

expr allocate(const buffer &allocated, source_place where = source_place::current());
expr sync(source_place where = source_place::current());
expr cuda_stream_synchronize(source_place where = source_place::current());

inline expr cublas_gemm(const buffer &, const buffer &, buffer &, expr, expr, expr, expr = 1,
                        expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0,
                        expr = false, expr = false, source_place where = source_place::current()) {
    detail::refuse_gpu("cublas_gemm", where);
}
inline expr cblas_gemm(const buffer &, const buffer &, buffer &, expr, expr, expr, expr = 1,
                       expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0, expr = 0,
                       expr = false, expr = false, source_place where = source_place::current()) {
    detail::refuse_library("cblas_gemm", where);
}
template <typename... Arguments>
expr spmv(const detail::located_argument &first, const Arguments &...) {
    detail::refuse_library("spmv", first.where());
}

/// Not an enum class: older programs write SYNC, and so on, without its name.
enum xfer_attr { SYNC, ASYNC, BLOCK, NONBLOCK, MPI, CUDA, CPU2CPU, CPU2GPU, GPU2CPU, GPU2GPU };

/// Element type of buffers for requests of messages.
constexpr primitive_t p_wait_ptr = p_int64;

class xfer_prop {
public:
    xfer_prop() = default;
    xfer_prop(primitive_t, const std::vector<xfer_attr> &, int = -1,
              source_place where = source_place::current()) {
        detail::refuse_messages("xfer_prop", where);
    }
};

struct xfer {
    computation *s = nullptr, *r = nullptr, *sr = nullptr;
};

/// Loops of a message that become one.
class collapse_group {
public:
    template <typename... Arguments>
    collapse_group(const detail::located_argument &loop, const Arguments &...) {
        detail::refuse_messages("collapse_group", loop.where());
    }
};

class wait {
public:
    wait(const expr &, const xfer_prop &, function * = nullptr,
         source_place where = source_place::current()) {
        detail::refuse_messages("wait", where);
    }
};

// NOLINTEND(performance-unnecessary-value-param, readability-identifier-naming)

} // namespace tiramisu
