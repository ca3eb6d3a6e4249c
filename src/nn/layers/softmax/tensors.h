#pragma once

#include "nn/framework/program/typed_expr.h"
#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "tiramisu/nn/softmax.h"

namespace tiramisu::nn {

/// The tensor as solvers see it: as rows of pixels where the axis is not a part of these; and the
/// channels of a single pixel as what lies side by side.
tensor softmax_view(int axis, const tensor &images);
std::vector<tensor> softmax_views(int axis, std::vector<tensor> images);

/// Whether the values of the axis lie side by side.
bool is_along(int axis, const tensor &images);
inline bool is_along(const softmax_problem &problem) {
    return is_along(problem.axis, problem.dst());
}

/// Rows of images, each of which has the values of one sum.
std::size_t softmax_rows(int axis, const std::array<int, 4> &extents);

/// The tensors of a softmax and its iterators: three name a row, the fourth a value in it.
class softmax_tensors {
public:
    explicit softmax_tensors(const softmax_problem &problem)
        : softmax_tensors(problem.axis, problem.sources(), problem.dst()) {}
    softmax_tensors(int axis, const std::vector<tensor> &sources, const tensor &dst);

    std::vector<var> row() const;
    /// The loop of row() that threads share.
    var parallel_row(const machine &target) const;
    const var &axis() const { return over_channels_ ? at.c : at.x; }
    int length() const { return stored.extents[over_channels_ ? 1 : 3]; }
    std::vector<buffer> all() const { return arguments_.all(); }

    /// A source's value in a row.
    expr source(const expr &along, std::size_t number = 0) const;
    /// A computation's element for a row, or for a row and more.
    access of_row(const computation &values, const std::vector<expr> &more = {}) const;
    /// A result as it is stored.
    expr rounded(const expr &share) const { return rounded_to(stored.type, share); }
    /// Stores what is computed for a row and more as the results at `along`.
    void store(computation &values, const expr &along) const;

    tensor stored;
    image_iterators at;

private:
    image_index place(const expr &along) const;

    bool over_channels_;
    tensor_arguments arguments_;
    std::vector<input> sources_;
};

} // namespace tiramisu::nn
