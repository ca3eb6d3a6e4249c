#include "gpu/cublas.h"

#include "gpu/cuda_library.h"

#include <stdexcept>

namespace tiramisu::bench {

namespace {

using handle = void *;

/// As in cublas_api.h.
constexpr int not_transposed = 0, default_math = 0, tf32_math = 3;

void check(int status, const char *what) {
    if (status != 0) {
        throw std::runtime_error(std::string("cuBLAS: ") + what + " failed with status " +
                                 std::to_string(status));
    }
}

/// The library, opened once, or nothing.
class cublas {
public:
    static const cublas &here() {
        static const cublas library;
        return library;
    }

    bool is_there() const { return library_.is_there(); }

    /// 130100: 13.1.0.
    int version() const {
        int number = 0;
        check(library_.function<int(handle, int *)>("cublasGetVersion_v2")(own_handle(), &number),
              "cublasGetVersion");
        return number;
    }

    void multiply(int math, product_sizes s, const void *a, const void *b, void *c) const {
        constexpr float one = 1, zero = 0;
        check(set_math_(own_handle(), math), "cublasSetMathMode");
        // What lies row by row is the transposed matrix column by column: C' = B' A'.
        check(sgemm_(own_handle(), not_transposed, not_transposed, s.n, s.m, s.k, &one, b, s.n, a,
                     s.k, &zero, c, s.n),
              "cublasSgemm");
    }

private:
    cublas() : library_({"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"}) {
        if (!is_there()) {
            return;
        }
        set_math_ = library_.function<int(handle, int)>("cublasSetMathMode");
        sgemm_ = library_.function<std::remove_pointer_t<decltype(sgemm_)>>("cublasSgemm_v2");
    }

    /// Made by the first call, which throws std::runtime_error where that fails.
    handle own_handle() const {
        static const handle own = [this] {
            handle made = nullptr;
            check(library_.function<int(handle *)>("cublasCreate_v2")(&made), "cublasCreate");
            return made;
        }();
        return own;
    }

    cuda_library library_;
    int (*set_math_)(handle, int) = nullptr;
    int (*sgemm_)(handle, int, int, int, int, int, const float *, const void *, int, const void *,
                  int, const float *, void *, int) = nullptr;
};

} // namespace

std::vector<device_contender> cublas_products(product_sizes sizes, const device_array &a,
                                              const device_array &b, device_array &c) {
    const auto peer = [&](const char *name, int math, double tolerance) {
        device_contender one = {name, {}, &c, tolerance};
        if (cublas::here().is_there()) {
            one.work = [math, sizes, from_a = a.data(), from_b = b.data(), to = c.data()] {
                cublas::here().multiply(math, sizes, from_a, from_b, to);
            };
        }
        return one;
    };
    return {peer("cublas", default_math, 1e-4), peer("cublas_tf32", tf32_math, 1e-2)};
}

std::string cublas_version() {
    return cublas::here().is_there() ? std::to_string(cublas::here().version()) : "";
}

} // namespace tiramisu::bench
