#include "support/isl_equal.h"

namespace tiramisu::testing {

namespace {

std::string tuples(const isl::map &map) {
    return poly::domain_name(map) + "[" + std::to_string(poly::domain_dims(map)) + "] -> " +
           poly::range_name(map) + "[" + std::to_string(poly::range_dims(map)) + "]";
}

template <typename T>
::testing::AssertionResult compare(const T &found, const T &expected, bool same_space) {
    if (same_space && found.is_equal(expected)) {
        return ::testing::AssertionSuccess();
    }
    ::testing::AssertionResult result = ::testing::AssertionFailure();
    result << "\n  found    " << found << "\n  expected " << expected;
    if (same_space) {
        result << "\n  surplus  " << found.subtract(expected) << "\n  missing  "
               << expected.subtract(found);
    }
    return result;
}

} // namespace

::testing::AssertionResult is_set(const isl::set &found, const std::string &expected) {
    const isl::set other(found.ctx(), expected);
    const bool same_space = poly::set_name(found) == poly::set_name(other) &&
                            poly::set_dims(found) == poly::set_dims(other);
    return compare(found, other, same_space);
}

::testing::AssertionResult is_map(const isl::map &found, const std::string &expected) {
    const isl::map other(found.ctx(), expected);
    return compare(found, other, tuples(found) == tuples(other));
}

} // namespace tiramisu::testing
