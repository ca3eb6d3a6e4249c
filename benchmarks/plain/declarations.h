#pragma once

#include <string>
#include <vector>

#include "plain/sizes.h"
#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

/// A number as a float or a double.
inline expr literal(primitive_t type, double value) {
    return type == p_float32 ? expr(static_cast<float>(value)) : expr(value);
}

inline buffer array(const std::string &name, const std::vector<int> &sizes, argument_t role,
                    primitive_t type) {
    return {name, std::vector<expr>(sizes.begin(), sizes.end()), type, role};
}

/// The same for the values of a computation or an input.
inline buffer array_of(computation values, const std::string &name, const std::vector<int> &sizes,
                       argument_t role, primitive_t type) {
    buffer made = array(name, sizes, role, type);
    values.store_in(&made);
    return made;
}

} // namespace tiramisu::bench
