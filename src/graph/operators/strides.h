#pragma once

#include <cstdint>
#include <vector>

#include "tiramisu/graph/tensor.h"

// Positions of elements in dense, row-major tensors: what references count with.

namespace tiramisu::graph {

/// Distance of neighbours along each dimension, in elements.
std::vector<std::int64_t> strides_of(const shape &extents);

/// The shape that tensors of these shapes are broadcast to: aligned at their ends, sizes equal
/// or 1. Throws refusal where there is none.
shape broadcast(const std::vector<shape> &all);

/// Strides with which a tensor is read as one of shape `to`, which it is broadcast to: 0 along
/// dimensions that it does not have.
std::vector<std::int64_t> broadcast_strides(const shape &from, const shape &to);

/// Counts through the elements of a shape in row-major order.
class index_walk {
public:
    explicit index_walk(shape extents)
        : extents_(std::move(extents)), index_(extents_.size(), 0), left_(count_of(extents_)) {}

    bool is_done() const { return left_ == 0; }
    const std::vector<std::int64_t> &index() const { return index_; }
    void next();
    /// Where the element lies in a tensor with these strides.
    std::int64_t position(const std::vector<std::int64_t> &strides) const;

private:
    shape extents_;
    std::vector<std::int64_t> index_;
    std::int64_t left_;
};

} // namespace tiramisu::graph
