#include "peers/sgemm.h"

#include "peers/shared_library.h"

#include <cstdint>
#include <cstdlib>

#ifdef TIRAMISU_BENCH_OPENBLAS
#include <cblas.h>
#endif

namespace tiramisu::bench {

namespace {

sgemm_peer openblas_sgemm() {
    sgemm_peer peer = {"openblas"};
#ifdef TIRAMISU_BENCH_OPENBLAS
    peer.multiply = [](product_sizes s, const float *a, const float *b, float *c) {
        // Its sgemm of one column is several times slower.
        if (s.n == 1) {
            cblas_sgemv(CblasRowMajor, CblasNoTrans, s.m, s.k, 1, a, s.k, b, 1, 0, c, 1);
            return;
        }
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s.m, s.n, s.k, 1, a, s.k, b, s.n, 0,
                    c, s.n);
    };
    peer.set_threads = openblas_set_num_threads;
#endif
    return peer;
}

sgemm_peer onednn_sgemm() {
    sgemm_peer peer = {"onednn"};
    const shared_library library("libdnnl.so.3");
    if (library.is_there()) {
        using size = std::int64_t;
        auto *const sgemm =
            library.function<int(char, char, size, size, size, float, const float *, size,
                                 const float *, size, float, float *, size)>("dnnl_sgemm");
        peer.multiply = [sgemm](product_sizes s, const float *a, const float *b, float *c) {
            sgemm('N', 'N', s.m, s.n, s.k, 1, a, s.k, b, s.n, 0, c, s.n);
        };
    }
    return peer;
}

sgemm_peer mkl_sgemm() {
    sgemm_peer peer = {"mkl"};
    // The threads of GNU's OpenMP, on which ours and the other peers run.
    setenv("MKL_THREADING_LAYER", "GNU", 0);
    setenv("MKL_INTERFACE_LAYER", "LP64", 0);
    const shared_library library("libmkl_rt.so.3");
    if (library.is_there()) {
        constexpr int by_row = 101, not_transposed = 111; // as in cblas.h
        auto *const sgemm =
            library.function<void(int, int, int, int, int, int, float, const float *, int,
                                  const float *, int, float, float *, int)>("cblas_sgemm");
        peer.multiply = [sgemm](product_sizes s, const float *a, const float *b, float *c) {
            sgemm(by_row, not_transposed, not_transposed, s.m, s.n, s.k, 1, a, s.k, b, s.n, 0, c,
                  s.n);
        };
        peer.set_threads = library.function<void(int)>("MKL_Set_Num_Threads");
    }
    return peer;
}

} // namespace

const std::vector<sgemm_peer> &sgemm_peers() {
    static const std::vector<sgemm_peer> peers = {openblas_sgemm(), onednn_sgemm(), mkl_sgemm()};
    return peers;
}

} // namespace tiramisu::bench
