#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Digits of people's hands, 8 x 8 pixels from 0 to 1 each, one behind the other.
struct digits {
    static constexpr int side = 8, pixels = side * side, classes = 10;

    std::vector<float> images;
    std::vector<std::int32_t> labels;

    int count() const { return static_cast<int>(labels.size()); }
    void add(const digits &from, int number);
    /// In an order that the numbers of `source` decide.
    digits shuffled(std::mt19937 &source) const;
};

struct divided_digits {
    digits train, test; ///< every fifth one is kept apart
};

/// Throws std::runtime_error if the file is not there, or not what it should be.
divided_digits read_digits(const std::string &path);
