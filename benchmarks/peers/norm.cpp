#include "peers/norm.h"

#include "peers/shared_library.h"

#ifdef TIRAMISU_BENCH_OPENBLAS
#include <cblas.h>
#endif

namespace tiramisu::bench {

namespace {

std::function<void()> openblas_norm([[maybe_unused]] int count, [[maybe_unused]] const float *src,
                                    [[maybe_unused]] float *result) {
#ifdef TIRAMISU_BENCH_OPENBLAS
    return [=] { *result = cblas_snrm2(count, src, 1); };
#else
    return {};
#endif
}

std::function<void()> mkl_norm(int count, const float *src, float *result) {
    const shared_library library("libmkl_rt.so.3");
    if (!library.is_there()) {
        return {};
    }
    auto *const norm = library.function<float(int, const float *, int)>("cblas_snrm2");
    return [=] { *result = norm(count, src, 1); };
}

} // namespace

std::vector<contender> norm_peers(int count, const float *src, float *result) {
    return {{"openblas", openblas_norm(count, src, result), result},
            {"mkl", mkl_norm(count, src, result), result}};
}

} // namespace tiramisu::bench
