#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tiramisu::oracle {

/// Numbers that a seed decides, the same on every machine (SplitMix64); or, first, that bytes
/// decide.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : state_(seed) {}
    /// One byte a number, so that a byte that changes changes one choice. When they are used up, a
    /// seed made of them goes on.
    explicit random_source(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {
        for (const std::uint8_t byte : bytes_) {
            state_ = state_ * 31 + byte;
        }
    }

    std::uint64_t bits() {
        if (used_ < bytes_.size()) {
            return bytes_[used_++];
        }
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// In [lowest, highest].
    int between(int lowest, int highest) {
        return lowest + static_cast<int>(bits() % static_cast<std::uint64_t>(highest - lowest + 1));
    }
    bool chance(int percent) { return between(0, 99) < percent; }
    template <typename T>
    const T &one_of(const std::vector<T> &choices) {
        return choices[static_cast<std::size_t>(between(0, static_cast<int>(choices.size()) - 1))];
    }
    template <typename T>
    T weighted(const std::vector<std::pair<T, int>> &choices) {
        int total = 0;
        for (const auto &choice : choices) {
            total += choice.second;
        }
        int left = between(0, total - 1);
        for (const auto &choice : choices) {
            if ((left -= choice.second) < 0) {
                return choice.first;
            }
        }
        return choices.back().first;
    }

private:
    std::uint64_t state_ = 0;
    std::vector<std::uint8_t> bytes_;
    std::size_t used_ = 0;
};

/// What TIRAMISU_SEED and TIRAMISU_CASES ask for.
struct random_run {
    std::uint64_t seed = 0;
    int cases = 0;

    static random_run from_environment(std::uint64_t seed, int cases);
};

} // namespace tiramisu::oracle
