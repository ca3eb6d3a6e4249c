#pragma once

#include <string>
#include <vector>

#include "polyhedral/dependence.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {

/// An access from a map "{ S[i] -> buffer[i] }".
inline poly::memory_access access_of(const isl_reader &isl, poly::memory_access::kind what,
                                     const std::string &relation, int reduction_class, bool exact) {
    const isl::map map = isl.map(relation);
    return {poly::domain_name(map), poly::range_name(map), map, what, exact, reduction_class};
}

inline poly::memory_access read(const isl_reader &isl, const std::string &relation,
                                int reduction_class = 0, bool exact = true) {
    return access_of(isl, poly::memory_access::kind::read, relation, reduction_class, exact);
}

inline poly::memory_access write(const isl_reader &isl, const std::string &relation,
                                 int reduction_class = 0, bool exact = true) {
    return access_of(isl, poly::memory_access::kind::write, relation, reduction_class, exact);
}

/// Timestamps from maps "{ S[i] -> [0, i] }", by statement.
inline poly::timestamps times_of(const isl_reader &isl, const std::vector<std::string> &maps) {
    poly::timestamps times;
    for (const std::string &text : maps) {
        const isl::map map = isl.map(text);
        times[poly::domain_name(map)] = map;
    }
    return times;
}

} // namespace tiramisu::testing
