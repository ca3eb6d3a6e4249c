#include "gpu/device_problem.h"

#include "gpu/kernel_model.h"

namespace tiramisu::bench {

bool is_run(const session &here, const gpu_place &where, const device_problem &problem) {
    if (!here.wants(problem.id)) {
        return false;
    }
    if (where.device == "opencl") {
        return problem.use == problem_use::check;
    }
    // What is named runs.
    const bool is_named = here.only != "*";
    return problem.use == problem_use::quick || is_named ||
           (problem.use == problem_use::full && !here.quick);
}

void run_device_problem(session &here, const gpu_place &where, const device_problem &problem) {
    if (where.is_model()) {
        tell_model(here, problem);
        return;
    }
    const prepared_problem prepared = problem.prepare(where);
    run_device_contest(here, where,
                       {problem.id, problem.operations, problem.bytes, problem.ours,
                        prepared.arguments, prepared.expected, prepared.tolerance, prepared.peers});
}

} // namespace tiramisu::bench
