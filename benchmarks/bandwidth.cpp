#include "bandwidth.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace tiramisu::bench {

double measure_memory_bandwidth(int threads) {
    constexpr std::int64_t words = 48 << 20; // 384 MiB
    std::vector<std::uint64_t> memory(words, 1);
    double best = 0;
    for (int repeat = 0; repeat < 5; repeat++) {
        std::uint64_t sum = 0;
        const auto start = std::chrono::steady_clock::now();
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
        for (std::int64_t word = 0; word < words; word++) {
            sum += memory[static_cast<std::size_t>(word)];
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        volatile std::uint64_t used = sum;
        (void)used;
        best = std::max(best, 8.0 * words / time.count());
    }
    return best * 1e-9;
}

} // namespace tiramisu::bench
