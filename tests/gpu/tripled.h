#pragma once

#include <cstdint>
#include <vector>

#include "support/gpu_trial.h"

namespace tiramisu::testing {

/// A trial of a program whose b_out is three times its b_in, both of these sizes.
inline oracle::gpu_trial tripled(const tiramisu::function &owner,
                                 const std::vector<buffer *> &arguments,
                                 const std::vector<std::int64_t> &sizes) {
    oracle::gpu_trial made{owner, arguments, {}, {}};
    oracle::gpu_trial::call call;
    oracle::array values(p_int32, sizes), results(p_int32, sizes);
    for (std::int64_t at = 0; at < values.size(); ++at) {
        values.set(at, oracle::value::of_integer(p_int32, at * 7 % 11));
        results.set(at, oracle::value::of_integer(p_int32, at * 7 % 11 * 3));
    }
    call.before["b_in"] = call.before["b_out"] = call.after["b_in"] = values;
    call.after["b_out"] = results;
    made.calls.push_back(call);
    return made;
}

} // namespace tiramisu::testing
