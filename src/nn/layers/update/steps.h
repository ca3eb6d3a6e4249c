#pragma once

#include <string>
#include <vector>

#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "nn/framework/tensor_layer/solver.h"

namespace tiramisu::nn {

/// Computations in the implicit function that overwrite the results of a layer, element by element.
class update_steps {
public:
    update_steps(const std::vector<tensor> &sources, const std::vector<tensor> &results)
        : arguments_(sources, results), at_(results.front().extents) {}

    /// A source that has an element for each value, or one for all.
    expr source(std::size_t number) const { return arguments_.source(number)(0, 0, 0, at_.x); }
    expr number(std::size_t number) const { return arguments_.source(number)(0, 0, 0, 0); }
    /// What a result held before.
    expr before(std::size_t number) const { return arguments_.before(number)(0, 0, 0, at_.x); }
    /// The result's new value, which later ones may read.
    expr set(std::size_t number, const std::string &name, const expr &value);
    /// Runs all of them in blocks, in parallel, neighbours on the lanes.
    void schedule(const machine &target);

    std::vector<buffer> arguments() const { return arguments_.all(); }

private:
    tensor_arguments arguments_;
    image_iterators at_;
    std::vector<computation> steps_;
};

/// `steps_of(problem)` writes the layer.
template <typename Problem>
class naive_update : public tensor_solver<Problem> {
public:
    std::string name() const override { return "naive"; }

protected:
    std::vector<buffer> write(const tensor_task<Problem> &of) const override {
        return steps_of(of.problem).arguments();
    }
};

template <typename Problem>
class vector_update : public tensor_solver<Problem> {
public:
    std::string name() const override { return "vectors"; }

protected:
    std::vector<buffer> write(const tensor_task<Problem> &of) const override {
        update_steps all = steps_of(of.problem);
        all.schedule(of.target);
        return all.arguments();
    }
};

} // namespace tiramisu::nn
