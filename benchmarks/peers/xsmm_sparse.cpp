#include "peers/xsmm_sparse.h"

#ifdef TIRAMISU_BENCH_XSMM

#include <libxsmm.h>
#include <omp.h>

#include <memory>

namespace tiramisu::bench {

namespace {

class sliced_matrix {
public:
    sliced_matrix(const sparse::csr_matrix &a, int columns) {
        libxsmm_spmdm_init(a.rows(), columns, a.columns(), omp_get_max_threads(), &handle_,
                           &slices_);
        const std::vector<float> dense = a.to_dense();
        for (int i = 0; i < libxsmm_spmdm_get_num_createSparseSlice_blocks(&handle_); i++) {
            libxsmm_spmdm_createSparseSlice_fp32_thread(&handle_, 'N', dense.data(), slices_, i, 0,
                                                        1);
        }
    }
    sliced_matrix(const sliced_matrix &) = delete;
    sliced_matrix &operator=(const sliced_matrix &) = delete;
    ~sliced_matrix() { libxsmm_spmdm_destroy(&handle_); }

    void multiply(const float *b, float *c) const {
        const float alpha = 1, beta = 0;
        const int blocks = libxsmm_spmdm_get_num_compute_blocks(&handle_);
#pragma omp parallel for schedule(static)
        for (int i = 0; i < blocks; i++) {
            libxsmm_spmdm_compute_fp32_thread(&handle_, 'N', 'N', &alpha, slices_, b, 'N', &beta, c,
                                              i, omp_get_thread_num(), omp_get_num_threads());
        }
    }

private:
    libxsmm_spmdm_handle handle_;
    libxsmm_CSR_sparseslice *slices_ = nullptr;
};

} // namespace

std::function<void()> xsmm_sparse_mm(const sparse::csr_matrix &a, int columns, const float *b,
                                     float *c) {
    const auto sliced = std::make_shared<const sliced_matrix>(a, columns);
    return [=] { sliced->multiply(b, c); };
}

std::string xsmm_version() {
    return LIBXSMM_VERSION;
}

} // namespace tiramisu::bench

#else

namespace tiramisu::bench {

std::function<void()> xsmm_sparse_mm(const sparse::csr_matrix &, int, const float *, float *) {
    return {};
}

std::string xsmm_version() {
    return "";
}

} // namespace tiramisu::bench

#endif
