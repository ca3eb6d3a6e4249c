#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "nn/framework/find/trial.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

/// Random sequences, all of as many steps as there may be, on which recurrent layers, whatever
/// their weights are, are tried.
class sequence_trial : public trial {
public:
    explicit sequence_trial(const recurrent_problem &problem)
        : src_(random_values(problem.src_count(), source_)), dst_(problem.dst_count()) {}

    void reset() override { std::fill(dst_.begin(), dst_.end(), 0.0f); }
    std::vector<float> result() const override { return dst_; }

protected:
    template <typename Layer, typename Weights>
    void run(const Layer &layer, const Weights &weights) {
        recurrent_data data;
        data.src = src_.data();
        data.dst = dst_.data();
        layer.run(data, weights);
    }

    std::mt19937 source_; ///< the same numbers each time

private:
    std::vector<float> src_, dst_;
};

} // namespace tiramisu::nn
