#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// Sparse weights in the arrangement that one layer reads; for no other one.
class sparse_weights {
public:
    sparse_weights() = default;
    int nonzeros() const { return nonzeros_; } ///< blocks of them where the layer reads blocks
    /// The layer that packed them, its solver and configuration; empty: none.
    const std::string &made_for() const { return made_for_; }

private:
    friend class sparse_kernel;

    int nonzeros_ = 0;
    std::vector<float> values_;
    std::vector<std::int32_t> offsets_, starts_;
    layer_weights dense_; ///< instead of these three, where the layer computes with all weights
    std::string made_for_;
};

} // namespace tiramisu::nn
