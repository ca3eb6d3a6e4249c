#pragma once

#include <cstddef>
#include <functional>
#include <random>
#include <vector>

#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/layer_options.h"

namespace tiramisu::nn {

/// A problem with random data, on which the solvers of a layer are tried.
class trial {
public:
    virtual ~trial() = default;

    /// Compiles the layer, packs its weights and returns what runs it on the data. Several threads
    /// may call it at once.
    virtual std::function<void()> prepared(const layer_options &opts) = 0;
    /// How many layers are prepared at once: as many as there are processors.
    virtual std::size_t prepared_at_once() const;
    /// Puts the result to what it is before a run. What is left of another solver must not pass for
    /// this one's.
    virtual void reset() = 0;
    virtual std::vector<float> result() const = 0;
    /// Of the result's elements.
    virtual element_type result_type() const { return element_type::f32; }
    /// The time by which runs are timed and the search ends, from whatever moment on.
    virtual double seconds() const;
};

/// Numbers from -1 to 1.
std::vector<float> random_values(std::size_t count, std::mt19937 &source);

/// The largest difference of a result from what was expected, over the largest value expected;
/// infinite where it is no number.
double largest_difference(const std::vector<float> &expected, const std::vector<float> &found);

} // namespace tiramisu::nn
