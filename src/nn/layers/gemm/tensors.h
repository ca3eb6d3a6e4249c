#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "nn/framework/program/program.h"
#include "nn/layers/gemm/task.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// Where a solver wants each element of b: an array of these extents, rows and columns counted up
/// to `rows` and `columns`, which may be more than there are; the rest are zeros.
struct b_arrangement {
    std::vector<int> extents;
    std::function<std::vector<expr>(const expr &p, const expr &j)> place;
    int rows = 0, columns = 0;
    element_type type = element_type::f32; ///< that elements are converted to
};

/// As the problem has it.
b_arrangement plain_b(const gemm_problem &problem);

/// The function that brings a plain b into the arrangement.
program b_packer(const gemm_problem &problem, const b_arrangement &packed, const std::string &name);

/// The matrices of a product: arguments of the implicit function, which have their storage.
class gemm_tensors {
public:
    gemm_tensors(const gemm_problem &problem, const b_arrangement &packed);

    input a, b; ///< a(i, p), b(p, j)
    /// beta * c + bias, or 0; this, sums that are scaled, and what is finished from are of
    /// arithmetic().
    expr start(const expr &i, const expr &j) const;
    /// alpha * sum
    expr scaled(const expr &sum) const;
    /// The post-ops of a sum to which start() was added, rounded to c's type.
    expr finished(const expr &sum) const;
    /// What c holds when this is computed.
    input c;
    void store_in_c(computation &result, const expr &i, const expr &j) const;
    /// Arguments of the function in their order.
    std::vector<buffer> arguments() const;

private:
    gemm_problem problem_;
    primitive_t arithmetic_;
    buffer a_memory_, b_memory_;
    std::optional<buffer> bias_memory_;
    buffer c_memory_;
    std::optional<input> bias_;
};

} // namespace tiramisu::nn
