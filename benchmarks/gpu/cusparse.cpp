#include "gpu/cusparse.h"

#include "gpu/cuda_driver.h"
#include "gpu/cuda_library.h"

#include <cstdint>
#include <stdexcept>
#include <tuple>

namespace tiramisu::bench {

namespace {

/// What is used of cuSPARSE (NVIDIA cuSPARSE, generic API, version 11 and later), opened once.
class cusparse_library {
public:
    using handle = void *;

    // As in cusparse.h and library_types.h.
    static constexpr int not_transposed = 0, index_32 = 2, from_zero = 0, float_32 = 0, by_row = 2,
                         rows_of_dense = 6;

    static const cusparse_library &here() {
        static const cusparse_library library;
        return library;
    }

    bool is_there() const { return library_.is_there(); }
    /// Made by the first call, which throws std::runtime_error where that fails.
    handle own_handle() const {
        static const handle own = [this] {
            handle made = nullptr;
            call<handle *>("cusparseCreate", &made);
            return made;
        }();
        return own;
    }

    template <typename... Parameters>
    void call(const char *name, Parameters... arguments) const {
        const int status = library_.function<int(Parameters...)>(name)(arguments...);
        if (status != 0) {
            throw std::runtime_error(std::string("cuSPARSE: ") + name + " failed with status " +
                                     std::to_string(status));
        }
    }

private:
    cusparse_library() : library_({"libcusparse.so.12", "libcusparse.so.11"}) {}

    cuda_library library_;
};

} // namespace

struct cusparse_product::descriptors {
    using handle = cusparse_library::handle;
    handle sparse = nullptr, dense = nullptr, result = nullptr;
    cuda_driver::address workspace = 0;
    // By rows of the dense matrix, which is the algorithm for matrices that lie row by row.
    const int algorithm = cusparse_library::rows_of_dense;
    const float one = 1, zero = 0;

    descriptors() = default;
    descriptors(const descriptors &) = delete;
    descriptors &operator=(const descriptors &) = delete;
    ~descriptors() {
        if (workspace != 0) {
            cuda_driver::here().release(workspace);
        }
    }

    template <typename... More>
    void multiply(const char *name, More... more) const {
        const cusparse_library &library = cusparse_library::here();
        library.call<handle, int, int, const void *, handle, handle, const void *, handle, int, int,
                     More...>(name, library.own_handle(), cusparse_library::not_transposed,
                              cusparse_library::not_transposed, &one, sparse, dense, &zero, result,
                              cusparse_library::float_32, algorithm, more...);
    }

    void *workspace_memory() const { return reinterpret_cast<void *>(workspace); }
};

bool cusparse_product::is_there() {
    return cusparse_library::here().is_there();
}

std::string cusparse_product::version() {
    int number = 0;
    if (is_there()) {
        cusparse_library::here().call<void *, int *>(
            "cusparseGetVersion", cusparse_library::here().own_handle(), &number);
    }
    return number > 0 ? std::to_string(number) : "";
}

cusparse_product::cusparse_product(const sizes &of, const device_array &starts,
                                   const device_array &columns, const device_array &values,
                                   const device_array &dense, device_array &result)
    : described_(std::make_unique<descriptors>()) {
    using library = cusparse_library;
    using handle = library::handle;
    using size = std::int64_t;
    descriptors &d = *described_;
    library::here().call<handle *, size, size, size, void *, void *, void *, int, int, int, int>(
        "cusparseCreateCsr", &d.sparse, of.rows, of.inner, of.elements, starts.data(),
        columns.data(), values.data(), library::index_32, library::index_32, library::from_zero,
        library::float_32);
    for (const auto &[made, rows, memory] :
         {std::tuple{&d.dense, of.inner, dense.data()}, {&d.result, of.rows, result.data()}}) {
        library::here().call<handle *, size, size, size, void *, int, int>(
            "cusparseCreateDnMat", made, rows, of.columns, of.columns, memory, library::float_32,
            library::by_row);
    }
    std::size_t bytes = 0;
    d.multiply("cusparseSpMM_bufferSize", &bytes);
    d.workspace = cuda_driver::here().allocate(bytes > 0 ? bytes : 1);
    d.multiply("cusparseSpMM_preprocess", d.workspace_memory());
}

cusparse_product::~cusparse_product() = default;

void cusparse_product::run() const {
    described_->multiply("cusparseSpMM", described_->workspace_memory());
}

} // namespace tiramisu::bench
