#pragma once

#include <optional>
#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// Loops as functions of the loops that were made of them, i = 8 * outer + inner, and what bounds
/// these, 0 <= inner < 8. It is kept in numbers, so that isl is asked once for many
/// transformations.
class loop_substitution {
public:
    /// Each loop is as it was.
    explicit loop_substitution(int loops);

    // What there is after another transformation; see loop_transform.h. Nothing where a number gets
    // too long.

    std::optional<loop_substitution> then_split(int level, int factor) const;
    std::optional<loop_substitution> then_permuted(const std::vector<int> &order) const;
    std::optional<loop_substitution> then_shifted(int level, int amount) const;
    std::optional<loop_substitution> then_reversed(int level) const;

    /// The number of loops that tell the value of one, at most.
    int most_loops_of_one() const;

    /// { S[i] -> [loops made of l0, l1, ...] } of { S[i] -> [l0, l1, ...] }
    isl::map in(const isl::map &old) const;

private:
    /// A factor for each loop that was made, and a constant.
    using sum = std::vector<long>;

    std::vector<sum> old_;    ///< the value of each old loop
    std::vector<sum> bounds_; ///< what is at least 0

    template <typename Change>
    std::optional<loop_substitution> changed(const Change &change) const;
    void bound_from_above_and_below(int level, int factor);
};

} // namespace tiramisu::poly
