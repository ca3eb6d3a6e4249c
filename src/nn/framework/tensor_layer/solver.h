#pragma once

#include <string>
#include <vector>

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/choice/solver_list.h"
#include "nn/framework/program/program.h"
#include "nn/framework/tensor_layer/task.h"

namespace tiramisu::nn {

/// A solver without parameters, of layers that have nothing to pack.
template <typename Problem>
class tensor_solver : public layer_solver<tensor_task<Problem>, program> {
public:
    using task = tensor_task<Problem>;

    std::string why_not(const task &) const override { return {}; }
    std::size_t workspace_bytes(const task &, const configuration &) const override { return 0; }
    std::vector<tunable> tunables(const task &) const override { return {}; }
    configuration default_configuration(const task &) const override { return {}; }
    program generate(const task &of, const configuration &,
                     const std::string &name) const override {
        const function_scope scope(name);
        std::vector<buffer> arguments = write(of);
        return {scope.get(), std::move(arguments)};
    }

protected:
    /// Writes the layer into the implicit function. Returns its arguments: sources, then dst.
    virtual std::vector<buffer> write(const task &of) const = 0;
};

/// All solvers of a kind of layers.
template <typename Problem>
const solver_list<tensor_task<Problem>, program> &all_tensor_solvers();

} // namespace tiramisu::nn
