#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace tiramisu::tune {

/// Random numbers that are the same in every run and on every machine for a seed.
class random_source {
public:
    explicit random_source(unsigned seed) : engine_(seed) {}

    /// 0 to `count` - 1.
    std::size_t below(std::size_t count) { return engine_() % count; }
    /// 0 up to 1.
    double part() {
        constexpr double range = 4294967296.0; // of std::mt19937
        return static_cast<double>(engine_()) / range;
    }
    /// A place in the list, as likely as its weight is great.
    std::size_t weighted(const std::vector<double> &weights) {
        double sum = 0;
        for (const double weight : weights) {
            sum += weight;
        }
        double left = part() * sum;
        for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
            left -= weights[i];
            if (left < 0) {
                return i;
            }
        }
        return weights.size() - 1;
    }

private:
    std::mt19937 engine_;
};

} // namespace tiramisu::tune
