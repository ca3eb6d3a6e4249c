#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tiramisu::nn {

/// Sparse weights in the arrangement that one layer reads; for no other one.
class sparse_weights {
public:
    sparse_weights() = default;
    int nonzeros() const { return static_cast<int>(offsets_.size()); }

private:
    friend class sparse_kernel;

    std::vector<float> values_;
    std::vector<std::int32_t> offsets_, starts_;
    std::string made_for_; ///< solver and configuration, with the problem
};

} // namespace tiramisu::nn
