#pragma once

#include <string>

#include "nn/framework/choice/layer_solver.h"

namespace tiramisu::nn {

/// What decides how a layer's weights are packed. It takes those only that were packed for an equal
/// text. The machine counts as far as solvers cut for it.
template <typename Task, typename Program>
std::string made_for(const Task &task, const solver_choice<Task, Program> &choice) {
    const std::string values = to_text(choice.values);
    return task.perf_key() + " solver=" + choice.solver->name() +
           (values.empty() ? "" : " configuration=" + values) +
           " lanes=" + std::to_string(task.target.lanes) +
           (task.target.dot_products && task.problem.type != element_type::f32 ? " dot_products=1"
                                                                               : "");
}

} // namespace tiramisu::nn
