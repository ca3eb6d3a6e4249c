#include "nn/conv2d/choice.h"

#include "nn/conv2d/perf_key.h"

namespace tiramisu::nn {

conv2d_choice chosen_for(const conv2d_task &task, const conv2d_options &how, source_place where) {
    if (how.solver != "auto") {
        return choose(task, how.solver, how.configuration, where);
    }
    if (!how.configuration.empty()) {
        throw user_error("problem \"" + task.problem.text() + "\"",
                         "configuration \"" + how.configuration + "\"",
                         "is given without the solver that it belongs to", where);
    }
    if (how.results != nullptr) {
        const auto known = how.results->records(task.on.fingerprint(), perf_key(task));
        if (const auto measured = choose_measured(task, known)) {
            return *measured;
        }
    }
    return choose_by_rule(task);
}

} // namespace tiramisu::nn
