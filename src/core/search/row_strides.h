#pragma once

#include <map>
#include <optional>
#include <vector>

#include "polyhedral/access.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// How far apart the elements are that an access touches in neighbouring iterations of a loop.
enum class stride {
    none,    ///< the same element
    element, ///< the next one of a row, or the one before
    far
};

/// How the elements lie that a statement touches by one access.
class row_strides {
public:
    row_strides(const poly::memory_access &access, const poly::scheduled_statement &statement);

    /// In neighbouring iterations of loop x.
    stride along(int x) const;

    /// How many elements it touches at most while loops run, each with its number of iterations,
    /// and the others stand still.
    long elements(const std::map<int, long> &iterations) const;

private:
    int loops_;
    isl::map elements_; ///< { [l0, l1] -> B[e0, e1] }
    /// What each index moves by from one iteration of each loop to the next, by index and loop;
    /// nothing where that is not the same everywhere.
    std::optional<std::vector<std::vector<long>>> steps_;

    stride by_pairs(int x) const;
};

} // namespace tiramisu::core
