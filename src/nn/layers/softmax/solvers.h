#pragma once

#include "nn/framework/tensor_layer/solver.h"
#include "tiramisu/nn/softmax.h"

namespace tiramisu::nn {

/// Whether values of this type have one: floats, in float32. Exponentials of 16-bit floats, which
/// would be rounded where the results will be, are computed twice instead.
inline bool has_softmax(element_type type) {
    return accumulation_type(type) == element_type::f32;
}

/// Where the values of the axis lie side by side: they are the lanes, and what the lanes found is
/// put together at the end of each row.
class softmax_along : public tensor_solver<softmax_problem> {
public:
    std::string name() const override { return "along"; }
    bool computes(element_type type) const override { return has_softmax(type); }
    std::string why_not(const task &of) const override;
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

/// Where something else lies side by side: neighbours, each with an axis of its own, are the lanes,
/// a few vectors of them at a time, so that their exponentials are still in the cache when their
/// sum is known.
class softmax_beside : public tensor_solver<softmax_problem> {
public:
    std::string name() const override { return "beside"; }
    bool computes(element_type type) const override { return has_softmax(type); }
    std::string why_not(const task &of) const override;
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

/// The steps of the definition, one after another.
class naive_softmax : public tensor_solver<softmax_problem> {
public:
    std::string name() const override { return "naive"; }
    bool computes(element_type type) const override { return has_softmax(type); }
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

} // namespace tiramisu::nn
