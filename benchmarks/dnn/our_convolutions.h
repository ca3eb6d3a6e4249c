#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "aligned_floats.h"
#include "dnn/convolutions.h"

namespace tiramisu::bench {

/// Convolutions one after the other, and their plain tensors.
struct convolution_data : convolutions {
    aligned_floats src;
    std::vector<aligned_floats> weights; ///< of all()
    std::vector<aligned_floats> biases;  ///< of all(); empty for those that have none
    aligned_floats residual;             ///< of a single convolution that adds one

    explicit convolution_data(const convolutions &of);
    std::vector<const float *> weight_pointers() const;
    std::vector<const float *> bias_pointers() const;
    double operations() const;
};

/// Ours, compiled, with its tensors in the layouts that it was asked for.
struct our_convolutions {
    std::string solvers; ///< of the steps
    std::function<void()> run;
    std::function<void(aligned_floats &)> unpack; ///< brings the result into plain order
};

/// `solver` is "find" for the fastest of all, in the layouts of the choice in which it is fastest;
/// "auto" for what the rule takes, or a solver's name, in the first layouts. Throws tiramisu::error
/// if it cannot do it.
our_convolutions prepare_ours(const convolution_data &data,
                              const std::vector<nn::conv2d_layouts> &choice,
                              const std::string &solver, int configurations);

} // namespace tiramisu::bench
