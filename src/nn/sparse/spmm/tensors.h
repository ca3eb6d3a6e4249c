#pragma once

#include <optional>
#include <vector>

#include "nn/sparse/compressed_rows/pattern.h"
#include "nn/sparse/spmm/task.h"

namespace tiramisu::nn {

/// The dense matrices of a product: arguments of the implicit function, which have their storage.
class spmm_tensors {
public:
    explicit spmm_tensors(const spmm_problem &problem);

    input b; ///< b(p, j)
    /// What the sums of a row start at: the bias, or 0.
    expr start(const expr &i) const;
    /// The post-ops of a sum.
    expr finished(const expr &sum) const;
    void store_in_c(computation &result, const expr &i, const expr &j) const;
    /// Arguments of the function in their order.
    std::vector<buffer> arguments(const pattern &a) const;

private:
    spmm_problem problem_;
    buffer b_memory_;
    std::optional<buffer> bias_memory_;
    buffer c_memory_;
    std::optional<input> bias_;
};

/// Offsets are the columns, each `stride` after the one before it; rows in blocks of `depth`
/// columns.
pattern_packing packing_for(const spmm_problem &problem, int depth, int stride);

} // namespace tiramisu::nn
