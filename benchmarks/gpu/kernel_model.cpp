#include "gpu/kernel_model.h"

#include "gpu/kernel_shape.h"
#include "gpu/modelled_device.h"

#include <cstdio>

namespace tiramisu::bench {

namespace {

/// What can be known of a schedule without a device.
struct modelled_code {
    std::vector<kernel_shape> kernels;
    std::string
        assembled; ///< lines of what the kernels are on the device, or why that is not known
};

/// What stands before the instructions.
std::string summary_in(const std::string &machine_code) {
    return machine_code.substr(0, machine_code.find("\n\n"));
}

std::string assembled(const function &what, const std::vector<buffer *> &arguments,
                      const options &opts) {
    try {
        return summary_in(what.sass_text(arguments, opts, h100().machine));
    } catch (const user_error &programs_are_missing) {
        return programs_are_missing.what();
    }
}

modelled_code model_of(const device_schedule &schedule) {
    options opts;
    opts.target = "host-cuda-cuda_capability_80";
    scheduled_function declared = schedule.declare();
    const std::vector<buffer *> arguments = declared.argument_list();
    return {kernel_shapes(declared.what.stmt_text(arguments, opts)),
            assembled(declared.what, arguments, opts)};
}

void tell_kernel(const device_problem &problem, const kernel_shape &kernel) {
    std::printf("    blocks %.0f of %d threads, %d bytes of shared memory; predicted share of the "
                "peak %.0f %%\n",
                kernel.blocks, kernel.threads, kernel.shared_bytes,
                100 * predicted_share(h100(), kernel.blocks, problem.operations, problem.bytes));
}

} // namespace

void tell_model(session &here, const device_problem &problem) {
    here.costs[problem.id] = {problem.operations, problem.bytes};
    for (const device_schedule &schedule : problem.ours) {
        const modelled_code code = model_of(schedule);
        row one;
        one.id = problem.id;
        one.variant = schedule.variant;
        here.add(one);
        std::printf("    model of an %s, not measured: %.3g operations, %.3g bytes, %.1f "
                    "operations a byte\n",
                    h100().name, problem.operations, problem.bytes,
                    problem.operations / problem.bytes);
        for (const kernel_shape &kernel : code.kernels) {
            tell_kernel(problem, kernel);
        }
        std::printf("%s\n", code.assembled.c_str());
    }
}

} // namespace tiramisu::bench
