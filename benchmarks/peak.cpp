#include "peak.h"

#include <immintrin.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace tiramisu::bench {

namespace {

// More chains than latency times throughput of any machine so far, fewer than it has registers.
// Each function returns a sum of all chains, so that none can be left out.
constexpr int steps = 100000;

__attribute__((target("avx512f"))) float chains_avx512() {
    constexpr int chains = 24;
    __m512 sums[chains];
    for (__m512 &sum : sums) {
        sum = _mm512_set1_ps(1.0f);
    }
    const __m512 factor = _mm512_set1_ps(0.999f), term = _mm512_set1_ps(0.001f);
    for (int step = 0; step < steps; step++) {
#pragma GCC unroll 24
        for (int chain = 0; chain < chains; chain++) {
            sums[chain] = _mm512_fmadd_ps(sums[chain], factor, term);
        }
    }
    float total = 0;
    for (const __m512 &sum : sums) {
        float lanes[16];
        _mm512_storeu_ps(lanes, sum);
        for (const float lane : lanes) {
            total += lane;
        }
    }
    return total;
}

__attribute__((target("avx2,fma"))) float chains_avx2() {
    constexpr int chains = 12;
    __m256 sums[chains];
    for (__m256 &sum : sums) {
        sum = _mm256_set1_ps(1.0f);
    }
    const __m256 factor = _mm256_set1_ps(0.999f), term = _mm256_set1_ps(0.001f);
    for (int step = 0; step < steps; step++) {
#pragma GCC unroll 12
        for (int chain = 0; chain < chains; chain++) {
            sums[chain] = _mm256_fmadd_ps(sums[chain], factor, term);
        }
    }
    float total = 0;
    for (const __m256 &sum : sums) {
        float lanes[8];
        _mm256_storeu_ps(lanes, sum);
        for (const float lane : lanes) {
            total += lane;
        }
    }
    return total;
}

// Without FMA: a product and a sum, two instructions.
float chains_sse() {
    constexpr int chains = 12;
    __m128 sums[chains];
    for (__m128 &sum : sums) {
        sum = _mm_set1_ps(1.0f);
    }
    const __m128 factor = _mm_set1_ps(0.999f), term = _mm_set1_ps(0.001f);
    for (int step = 0; step < steps; step++) {
#pragma GCC unroll 12
        for (int chain = 0; chain < chains; chain++) {
            sums[chain] = _mm_add_ps(_mm_mul_ps(sums[chain], factor), term);
        }
    }
    float total = 0;
    for (const __m128 &sum : sums) {
        float lanes[4];
        _mm_storeu_ps(lanes, sum);
        for (const float lane : lanes) {
            total += lane;
        }
    }
    return total;
}

struct kernel {
    const char *name;
    float (*run)();
    double operations; ///< of one call
};

kernel widest_kernel() {
    if (__builtin_cpu_supports("avx512f")) {
        return {"AVX-512", chains_avx512, 2.0 * 16 * 24 * steps};
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return {"AVX2", chains_avx2, 2.0 * 8 * 12 * steps};
    }
    return {"SSE", chains_sse, 2.0 * 4 * 12 * steps};
}

} // namespace

double measure_fma_peak(int threads) {
    const kernel widest = widest_kernel();
    std::vector<float> results(static_cast<std::size_t>(threads));
    double best = 0;
    for (int repeat = 0; repeat < 40; repeat++) {
        const auto start = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(threads)
        results[static_cast<std::size_t>(omp_get_thread_num())] = widest.run();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best = std::max(best, widest.operations * threads / time.count());
    }
    volatile float used = 0;
    for (const float result : results) {
        used = used + result;
    }
    return best * 1e-9;
}

const char *vector_extension() {
    return widest_kernel().name;
}

} // namespace tiramisu::bench
