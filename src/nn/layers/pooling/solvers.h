#pragma once

#include "nn/framework/tensor_layer/solver.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu::nn {

/// Whether such images are pooled: floats, in float32.
inline bool pools(element_type type) {
    return accumulation_type(type) == element_type::f32;
}

/// For plain images, whose columns are the lanes. Rows first, so that lanes read what lies side
/// by side, and columns of what that leaves:
///
///     parallel for images, channels; for bands of rows of the result
///         rows[y, ix] = largest, or sum, over the rows of the window of src[.., ix], zeros around
///         dst[y, x] = largest, or sum, of rows[y, x * sw + wx] over wx
class pooling_by_rows : public tensor_solver<pooling_problem> {
public:
    std::string name() const override { return "rows"; }
    bool computes(element_type type) const override { return pools(type); }
    std::string why_not(const task &of) const override;
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

/// For layouts whose channels lie side by side and are the lanes. Windows side by side share the
/// columns that several of them meet:
///
///     parallel for images, channels; for rows y of the result, strips of windows
///         columns[ix] = largest, or sum, over the rows of the window of src[.., ix], in registers
///         dst[y, x] = largest, or sum, of columns[x * sw + wx] over wx
class pooling_by_columns : public tensor_solver<pooling_problem> {
public:
    std::string name() const override { return "columns"; }
    bool computes(element_type type) const override { return pools(type); }
    std::string why_not(const task &of) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

/// For the same layouts: each window by itself in registers.
class pooling_by_windows : public tensor_solver<pooling_problem> {
public:
    std::string name() const override { return "windows"; }
    bool computes(element_type type) const override { return pools(type); }
    std::string why_not(const task &of) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

/// The loops of the definition.
class naive_pooling : public tensor_solver<pooling_problem> {
public:
    std::string name() const override { return "naive"; }
    bool computes(element_type type) const override { return pools(type); }
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

} // namespace tiramisu::nn
