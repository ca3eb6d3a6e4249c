#include "nn/recurrent/lengths.h"

#include <string>

namespace tiramisu::nn {

namespace {

void require_in_range(int given, int largest, const std::string &what, const std::string &name,
                      const argument_checks &checks) {
    if (given < 0 || given > largest) {
        checks.refuse(what, " is " + std::to_string(given) + ", must be from 0 to " + name + " = " +
                                std::to_string(largest));
    }
}

} // namespace

std::vector<std::int32_t> lengths_of_run(const recurrent_problem &problem,
                                         const recurrent_data &data,
                                         const argument_checks &checks) {
    if (!problem.lengths) {
        if (data.steps || data.lengths != nullptr) {
            checks.refuse(data.steps ? "steps" : "lengths",
                          " is given, but the problem has t steps in every run; make it with "
                          "lengths=1");
        }
        return {};
    }
    const int steps = data.steps.value_or(problem.t);
    require_in_range(steps, problem.t, "steps", "t", checks);
    if (data.lengths == nullptr) {
        return std::vector<std::int32_t>(static_cast<std::size_t>(problem.mb), steps);
    }
    for (int n = 0; n < problem.mb; n++) {
        require_in_range(data.lengths[n], steps, "lengths[" + std::to_string(n) + "]", "steps",
                         checks);
    }
    return {data.lengths, data.lengths + problem.mb};
}

} // namespace tiramisu::nn
