#pragma once

#include <vector>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// A problem with random data on which solvers are tried.
class conv2d_trial {
public:
    conv2d_trial(const conv2d_problem &problem, const conv2d_layouts &layouts);

    /// Runs a convolution once more.
    void run(const conv2d &layer, const conv2d::packed_weights &weights);
    /// Median time of this many runs, in milliseconds, after one that does not count.
    double time(const conv2d &layer, int repeats);
    /// The result of the last run becomes what others are compared with.
    void keep_as_expected();
    /// The largest difference of the last result from it, over the largest value expected.
    double error() const;

private:
    conv2d_problem problem_;
    std::vector<float> src_, weights_, bias_, residual_, dst_, expected_;
};

} // namespace tiramisu::nn
