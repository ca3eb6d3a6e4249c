#include "peers/mkl_sparse.h"

#include "peers/shared_library.h"

#include <cstdlib>
#include <memory>

namespace tiramisu::bench {

namespace {

// As in mkl_spblas.h.
struct description {
    int type = 20, mode = 40, diagonal = 50; // general, lower, non-unit: the last two do not matter
};
constexpr int from_zero = 0, not_transposed = 10, row_major = 101, column_major = 102;
constexpr int many_calls = 1000;

/// MKL's library, if it is installed.
const shared_library &mkl() {
    // The threads of GNU's OpenMP, on which ours and the other peers run.
    setenv("MKL_THREADING_LAYER", "GNU", 0);
    setenv("MKL_INTERFACE_LAYER", "LP64", 0);
    static const shared_library library("libmkl_rt.so.3");
    return library;
}

/// The matrix as MKL holds it, which stays as long as this does.
std::shared_ptr<void> handle_of(const sparse::csr_matrix &a) {
    auto *const create = mkl().function<int(void **, int, int, int, int *, int *, int *, float *)>(
        "mkl_sparse_s_create_csr");
    auto *const destroy = mkl().function<int(void *)>("mkl_sparse_destroy");
    const auto own = std::make_shared<sparse::csr_matrix>(a);
    auto *const starts = const_cast<int *>(own->row_starts().data());
    void *handle = nullptr;
    create(&handle, from_zero, a.rows(), a.columns(), starts, starts + 1,
           const_cast<int *>(own->column_indices().data()),
           const_cast<float *>(own->values().data()));
    return {handle, [own, destroy](void *one) { destroy(one); }};
}

void optimize(void *handle) {
    mkl().function<int(void *)>("mkl_sparse_optimize")(handle);
}

} // namespace

mkl_sparse_product mkl_sparse_mm(const sparse::csr_matrix &a, int columns, const float *b, float *c,
                                 dense_order order) {
    if (!mkl().is_there() || a.nonzeros() == 0) {
        return {};
    }
    auto *const hint =
        mkl().function<int(void *, int, description, int, int, int)>("mkl_sparse_set_mm_hint");
    auto *const multiply = mkl()
                               .function<int(int, float, void *, description, int, const float *,
                                             int, int, float, float *, int)>("mkl_sparse_s_mm");
    const bool by_row = order == dense_order::by_row;
    const int format = by_row ? row_major : column_major;
    const int b_step = by_row ? columns : a.columns(), c_step = by_row ? columns : a.rows();
    const std::shared_ptr<void> matrix = handle_of(a);
    hint(matrix.get(), not_transposed, {}, format, columns, many_calls);
    optimize(matrix.get());
    return {[=] {
                multiply(not_transposed, 1, matrix.get(), {}, format, b, columns, b_step, 0, c,
                         c_step);
            },
            mkl().function<void(int)>("MKL_Set_Num_Threads")};
}

mkl_sparse_product mkl_sparse_mv(const sparse::csr_matrix &a, const float *b, float *c) {
    if (!mkl().is_there() || a.nonzeros() == 0) {
        return {};
    }
    auto *const hint = mkl().function<int(void *, int, description, int)>("mkl_sparse_set_mv_hint");
    auto *const multiply =
        mkl().function<int(int, float, void *, description, const float *, float, float *)>(
            "mkl_sparse_s_mv");
    const std::shared_ptr<void> matrix = handle_of(a);
    hint(matrix.get(), not_transposed, {}, many_calls);
    optimize(matrix.get());
    return {[=] { multiply(not_transposed, 1, matrix.get(), {}, b, 0, c); },
            mkl().function<void(int)>("MKL_Set_Num_Threads")};
}

} // namespace tiramisu::bench
