#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/configuration.h"
#include "tiramisu/nn/element_type.h"

namespace tiramisu::nn {

/// One way to compute layers of a kind. Has no state: all that it does follows from its arguments.
/// `Task` is a problem, what stands around it and the machine, as solver_list says; `Program` is
/// what the layer is made of.
template <typename Task, typename Program>
class layer_solver {
public:
    virtual ~layer_solver() = default;

    /// Never changes: performance databases hold it.
    virtual std::string name() const = 0;
    /// Raised when what it generates changes so much that measured times do not hold any more, or
    /// when its parameters get another meaning.
    virtual int revision() const { return 1; }
    /// Whether it computes problems of that type at all.
    virtual bool computes(element_type type) const { return type == element_type::f32; }
    /// Of problems of such types: empty if it solves the task; else what stands in the way: "stride
    /// 2, must be 1".
    virtual std::string why_not(const Task &task) const = 0;

    // Of tasks that it solves.

    /// Whether the rule, which does not measure, may take it.
    virtual bool is_for_rule(const Task &) const { return true; }
    /// What it computes, over what the layer's definition takes: find() tries those that have less
    /// to do first. Counts what is known of the algorithm, nothing of the machine.
    virtual double relative_work(const Task &) const { return 1; }
    /// Bytes that the generated function allocates while it runs, in each thread.
    virtual std::size_t workspace_bytes(const Task &task, const configuration &chosen) const = 0;
    virtual std::vector<tunable> tunables(const Task &task) const = 0;
    /// Valid, and made in constant time from a rule that the solver's file states.
    virtual configuration default_configuration(const Task &task) const = 0;
    /// `chosen` is valid. The functions are called `name`, `name`_pack_weights and so on.
    virtual Program generate(const Task &task, const configuration &chosen,
                             const std::string &name) const = 0;
};

/// A solver and the values of its parameters.
template <typename Task, typename Program>
struct solver_choice {
    const layer_solver<Task, Program> *solver = nullptr;
    configuration values;
};

} // namespace tiramisu::nn
