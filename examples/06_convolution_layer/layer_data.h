#pragma once

#include <functional>
#include <vector>

/// A layer of 64 to 64 channels, 3x3, on 56x56 points with a border of zeros, with bias and ReLU.
struct layer_data {
    static constexpr int channels = 64, filters = 64, size = 56, kernel = 3;

    std::vector<float> src, weights, bias; ///< small random numbers
    std::vector<float> dst, expected;      ///< the layer's result; that of plain loops

    layer_data();
    /// Computes `expected`, in the order of the definition.
    void run_plain_loops();
    /// The largest difference of dst from what is expected.
    float difference() const;
};

/// Median time of a few runs, in milliseconds.
double median_time(int runs, const std::function<void()> &run);
