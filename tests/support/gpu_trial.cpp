#include "support/gpu_trial.h"

#include "codegen/expressions/target.h"
#include "codegen/lower.h"
#include "codegen/prove.h"
#include "support/compiled_run.h"
#include "support/device_choice.h"
#include "support/memory_model.h"

namespace tiramisu::oracle {

namespace {

/// The model of threads runs what is generated for either.
constexpr const char *device_of_model = "host-opencl";

} // namespace

bool gpu_trial::is_on_device() const {
    return what.loops_text().find("GPU") != std::string::npos;
}

lower::hir::Stmt gpu_trial::lowered() const {
    const lower::proved ready = lower::prove(*what.state(), arguments, {}, {});
    return lower::lower_body(ready.resolved, ready.loops, {}, lower::parse_target(device_of_model));
}

std::string gpu_trial::fault_on_device() const {
    options opts;
    opts.target = "host-" + testing::device_name();
    opts.strict_float = true;
    const compiled_function code = function(what).compile(arguments, opts);
    for (const call &one : calls) {
        memory found = one.before;
        const int status = run_compiled(code, arguments, scalar_names, one.scalars, found);
        const std::string fault = status == 0 ? first_difference(one.after, found, arguments)
                                              : "returned " + std::to_string(status) + ": " +
                                                    compiled_function::error_text();
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

std::string gpu_trial::fault_in_model(const lower::hir::Stmt &body) const {
    for (const call &one : calls) {
        const std::string fault = fault_of(body, arguments, one.scalars, one.before, one.after);
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

} // namespace tiramisu::oracle
