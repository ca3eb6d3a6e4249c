#include "gpu/device_problem.h"

#include "gpu/kernel_model.h"

namespace tiramisu::bench {

problem_filter problems_of_run(const session &here, const gpu_place &where) {
    return [&here, &where](const std::string &id, problem_use use) {
        if (!here.wants(id)) {
            return false;
        }
        if (use == problem_use::check || where.device == "opencl") {
            return use == problem_use::check && here.only_checks && !where.is_model();
        }
        const bool is_named = here.only != "*";
        return use == problem_use::quick || is_named || !here.quick;
    };
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
