#pragma once

#include "nn/framework/tensor_layer/solver.h"

// Solvers of layers whose problems normalization_of() describes.

namespace tiramisu::nn {

/// Sums and results in the order of memory, neighbours on the lanes of vectors.
template <typename Problem>
class vector_normalization : public tensor_solver<Problem> {
public:
    std::string name() const override { return "vectors"; }
    std::size_t workspace_bytes(const tensor_task<Problem> &of,
                                const configuration &) const override {
        return workspace_of(normalization_of(of.problem));
    }

protected:
    std::vector<buffer> write(const tensor_task<Problem> &of) const override {
        return write_normalization(normalization_of(of.problem), &of.target);
    }
};

/// The loops of the definition.
template <typename Problem>
class naive_normalization : public tensor_solver<Problem> {
public:
    std::string name() const override { return "naive"; }
    std::size_t workspace_bytes(const tensor_task<Problem> &of,
                                const configuration &) const override {
        return workspace_of(normalization_of(of.problem));
    }

protected:
    std::vector<buffer> write(const tensor_task<Problem> &of) const override {
        return write_normalization(normalization_of(of.problem), nullptr);
    }
};

} // namespace tiramisu::nn
