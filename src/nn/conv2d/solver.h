#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nn/conv2d/task.h"
#include "nn/program/configuration.h"
#include "nn/program/program.h"

namespace tiramisu::nn {

/// What a solver makes.
struct conv2d_program {
    program run;                         ///< of src, weights, [bias,] [residual,] dst
    std::optional<program> pack_weights; ///< of weights as oihw, weights as `run` wants them;
                                         ///< none where it wants oihw
    std::vector<int> weights_extents;    ///< as `run` wants them
};

/// Why a solver that computes no pooling cannot do the task; empty if it has none.
inline std::string why_no_pooling(const conv2d_task &task) {
    return task.problem.pooling() != nullptr ? "post-op pooling, which it does not compute" : "";
}

/// One way to compute convolutions. Has no state: all that it does follows from its arguments.
class conv2d_solver {
public:
    virtual ~conv2d_solver() = default;

    /// Never changes: performance databases hold it.
    virtual std::string name() const = 0;
    /// Empty if it solves the task; else what stands in the way: "stride 2, must be 1".
    virtual std::string why_not(const conv2d_task &task) const = 0;

    // Of tasks that it solves.

    /// Whether the rule, which does not measure, may take it.
    virtual bool is_for_rule(const conv2d_task &) const { return true; }
    /// Bytes that the generated function allocates while it runs, in each thread.
    virtual std::size_t workspace_bytes(const conv2d_task &task,
                                        const configuration &chosen) const = 0;
    virtual std::vector<tunable> tunables(const conv2d_task &task) const = 0;
    /// Valid, and made in constant time from a rule that the solver's file states.
    virtual configuration default_configuration(const conv2d_task &task) const = 0;
    /// `chosen` is valid. The functions are called `name` and `name`_pack_weights.
    virtual conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                                    const std::string &name) const = 0;
};

} // namespace tiramisu::nn
