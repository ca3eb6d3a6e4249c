#pragma once

#include <memory>

#include "tiramisu/expr.h"

namespace tiramisu {

namespace core {
struct computation_state;
}

class computation;

/// `C(i, j)`: the value of a computation at an index. On the left of an assignment it adds an
/// *update* to the computation: one more definition, made after the ones before it, over the
/// iterators that appear on either side (those of the left side first, then in the order in which
/// the right side names them).
class access : public expr {
public:
    access(core::computation_state *target, const expr &value, source_place where);
    access(const access &) = default;

    computation operator=(const expr &value);
    computation operator=(const access &value);
    computation operator+=(const expr &value);
    computation operator-=(const expr &value);
    computation operator*=(const expr &value);
    computation min_with(const expr &value); ///< C(i) = min(C(i), value)
    computation max_with(const expr &value); ///< C(i) = max(C(i), value)

private:
    std::shared_ptr<core::computation_state> target_; ///< keeps the function alive
    source_place where_;
};

// As of other expressions. Where a program is `using namespace std`, these fit two accesses as well
// as the templates there do, and are preferred.
inline expr min(const access &left, const access &right,
                source_place where = source_place::current()) {
    return min(static_cast<const expr &>(left), static_cast<const expr &>(right), where);
}
inline expr max(const access &left, const access &right,
                source_place where = source_place::current()) {
    return max(static_cast<const expr &>(left), static_cast<const expr &>(right), where);
}
inline expr clamp(const access &value, const access &lowest, const access &highest,
                  source_place where = source_place::current()) {
    return clamp(static_cast<const expr &>(value), static_cast<const expr &>(lowest),
                 static_cast<const expr &>(highest), where);
}

} // namespace tiramisu
