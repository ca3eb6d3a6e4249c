#pragma once

#include "nn/framework/tensor_layer/solver.h"
#include "tiramisu/nn/softmax.h"

namespace tiramisu::nn {

/// Where the values of the axis lie side by side: they are the lanes, and what the lanes found is
/// put together at the end of each row.
class softmax_along : public tensor_solver<softmax_problem> {
public:
    std::string name() const override { return "along"; }
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
    std::string why_not(const task &of) const override;
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

/// The steps of the definition, one after another.
class naive_softmax : public tensor_solver<softmax_problem> {
public:
    std::string name() const override { return "naive"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override;

protected:
    std::vector<buffer> write(const task &of) const override;
};

} // namespace tiramisu::nn
