#include "core/core.h"

#include "accuracy.h"
#include "matrix_multiply.h"
#include "rounds.h"

#include <HalideBuffer.h>
#include <tiramisu/runtime.h>

#ifdef TIRAMISU_BENCH_OPENBLAS
#include <cblas.h>
#endif

namespace tiramisu::bench {

namespace {

constexpr int size = 1024;
constexpr double operations = 2.0 * size * size * size;
using matrix = std::vector<float>;

std::vector<double> reference(const matrix &a, const matrix &b) {
    std::vector<double> c(size * size, 0.0);
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < size; k++) {
            const double factor = a[static_cast<std::size_t>(i * size + k)];
            const float *from = b.data() + k * size;
            double *to = c.data() + i * size;
            for (int j = 0; j < size; j++) {
                to[j] += factor * from[j];
            }
        }
    }
    return c;
}

#ifdef TIRAMISU_BENCH_OPENBLAS
std::function<void()> openblas(const matrix &a, const matrix &b, matrix &c) {
    return [&] {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1, a.data(), size,
                    b.data(), size, 0, c.data(), size);
    };
}
#endif

} // namespace

void run_matrix_multiply(session &here) {
    if (!here.wants("gemm_1024")) {
        return;
    }
    matrix a = random_floats(size * size, 1), b = random_floats(size * size, 2);
    matrix c(size * size), c_peer(size * size);
    const std::vector<double> expected = reference(a, b);
    Halide::Runtime::Buffer<float, 2> a_buffer(a.data(), size, size),
        b_buffer(b.data(), size, size), c_buffer(c.data(), size, size);
    const auto ours = [&] { ::matrix_multiply(a_buffer, b_buffer, c_buffer); };

    for (const int threads : here.threads) {
        row one;
        one.id = "gemm_1024";
        one.variant = "dsl";
        one.threads = threads;
        tiramisu_set_num_threads(threads);
        ours();
        one.max_error = relative_error(c.data(), expected);

        std::vector<std::function<void()>> works = {ours};
        one.peer = "openblas";
#ifdef TIRAMISU_BENCH_OPENBLAS
        openblas_set_num_threads(threads);
        works.push_back(openblas(a, b, c_peer));
#endif
        const std::vector<timing> times = interleaved_rounds(works, here.rounds());
        one.ours_ms = times[0].median;
        one.ours_min_ms = times[0].fastest;
        if (times.size() > 1) {
            one.peer_ms = times[1].median;
            one.peer_min_ms = times[1].fastest;
        }
        one.gflops = operations / times[0].median * 1e-6;
        one.peak_share = here.peak_share(*one.gflops, threads);
        here.add(one);
    }
    tiramisu_set_num_threads(0);
}

} // namespace tiramisu::bench
