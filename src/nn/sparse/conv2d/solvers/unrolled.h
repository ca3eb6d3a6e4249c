#pragma once

#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

/// Sparse convolution whose pattern is known: code for each non-zero, whose weight is still an
/// argument. Neighbouring columns of the result are lanes:
///
///     parallel for images or slabs of rows
///         copy = rows of the image that the slab meets, with zeros around, as in `shifted`
///         for groups of `filters` filters: their unrolled_filters over all tiles of the slab
///
/// A group's code is fetched once for a slab. What filters of a group have at the same element is
/// loaded once for all of them, and there is no loop over non-zeros.
class unrolled_sparse_conv2d : public sparse_conv2d_solver {
public:
    std::string name() const override { return "unrolled"; }
    std::string why_not(const sparse_conv2d_task &task) const override;
    bool is_for_rule(const sparse_conv2d_task &) const override { return false; }
    std::size_t workspace_bytes(const sparse_conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const sparse_conv2d_task &task) const override;
    configuration default_configuration(const sparse_conv2d_task &task) const override;
    sparse_conv2d_program generate(const sparse_conv2d_task &task, const configuration &chosen,
                                   const std::string &name) const override;
};

} // namespace tiramisu::nn
