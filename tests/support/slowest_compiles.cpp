#include "support/slowest_compiles.h"

#include <cstdio>

namespace tiramisu::oracle {

namespace {

constexpr std::size_t listed = 10;

} // namespace

void slowest_compiles::add(std::uint64_t seed, double seconds) {
    ++compiles_;
    under_half_ += seconds < 0.5 ? 1 : 0;
    under_two_ += seconds < 2 ? 1 : 0;
    keep(seconds, seed);
}

void slowest_compiles::add(const slowest_compiles &other) {
    compiles_ += other.compiles_;
    under_half_ += other.under_half_;
    under_two_ += other.under_two_;
    for (const auto &[seconds, seed] : other.slowest_) {
        keep(seconds, seed);
    }
}

void slowest_compiles::keep(double seconds, std::uint64_t seed) {
    slowest_.emplace(seconds, seed);
    if (slowest_.size() > listed) {
        slowest_.erase(slowest_.begin());
    }
}

std::string slowest_compiles::text() const {
    char line[128];
    const double all = compiles_ == 0 ? 1.0 : compiles_;
    std::snprintf(line, sizeof line,
                  "  compiled in less than 0.5 s of processor time %.2f %%, than 2 s %.2f %%\n",
                  100.0 * under_half_ / all, 100.0 * under_two_ / all);
    std::string table = line;
    for (auto at = slowest_.rbegin(); at != slowest_.rend(); ++at) {
        std::snprintf(line, sizeof line, "    %6.2f s  TIRAMISU_SEED=%llu\n", at->first,
                      static_cast<unsigned long long>(at->second));
        table += line;
    }
    return table;
}

} // namespace tiramisu::oracle
