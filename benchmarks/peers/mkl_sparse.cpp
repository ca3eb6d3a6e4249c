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
constexpr int from_zero = 0, not_transposed = 10, by_row = 101;

} // namespace

mkl_sparse_product mkl_sparse_mm(const sparse::csr_matrix &a, int columns, const float *b,
                                 float *c) {
    // The threads of GNU's OpenMP, on which ours and the other peers run.
    setenv("MKL_THREADING_LAYER", "GNU", 0);
    setenv("MKL_INTERFACE_LAYER", "LP64", 0);
    static const shared_library library("libmkl_rt.so.3");
    if (!library.is_there() || a.nonzeros() == 0) {
        return {};
    }
    auto *const create =
        library.function<int(void **, int, int, int, int *, int *, int *, float *)>(
            "mkl_sparse_s_create_csr");
    auto *const hint =
        library.function<int(void *, int, description, int, int, int)>("mkl_sparse_set_mm_hint");
    auto *const optimize = library.function<int(void *)>("mkl_sparse_optimize");
    auto *const destroy = library.function<int(void *)>("mkl_sparse_destroy");
    auto *const multiply = library.function<int(int, float, void *, description, int, const float *,
                                                int, int, float, float *, int)>("mkl_sparse_s_mm");

    const auto own = std::make_shared<sparse::csr_matrix>(a);
    auto *const starts = const_cast<int *>(own->row_starts().data());
    void *handle = nullptr;
    create(&handle, from_zero, a.rows(), a.columns(), starts, starts + 1,
           const_cast<int *>(own->column_indices().data()),
           const_cast<float *>(own->values().data()));
    constexpr int many_calls = 1000;
    hint(handle, not_transposed, {}, by_row, columns, many_calls);
    optimize(handle);
    const std::shared_ptr<void> matrix(handle, [own, destroy](void *one) { destroy(one); });
    return {[=] {
                multiply(not_transposed, 1, matrix.get(), {}, by_row, b, columns, columns, 0, c,
                         columns);
            },
            library.function<void(int)>("MKL_Set_Num_Threads")};
}

} // namespace tiramisu::bench
