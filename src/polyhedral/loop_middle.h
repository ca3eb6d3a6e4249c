#pragma once

#include <optional>
#include <vector>

#include "polyhedral/isl.h"

// What loops do around their middle: numbers that cost models ask for. Those of a single iteration
// take isl little work, and say more of triangular or skewed loops than those of a corner.

namespace tiramisu::poly {

/// What one step of a loop does.
struct element_step {
    bool moves = false; ///< whether other iterations of the loop touch other elements
    /// From one iteration to the next, by dimension; 0 where that is not one element.
    std::vector<long> by;
};

/// A nest of loops, looked at in the iteration in the middle of every loop.
class loop_middle {
public:
    /// `iterations`: { [l] }
    explicit loop_middle(const isl::set &iterations);

    /// Iterations of the loop at `level`; nothing where it has no bound.
    std::optional<long> trip(int level) const { return trips_[static_cast<std::size_t>(level)]; }

    // Of { [l] -> B[e] }:

    /// Of each dimension, values from the least to the greatest that the loops from `level` on
    /// touch; nothing where there is no bound.
    std::vector<std::optional<long>> spans(const isl::map &touched, int level) const;
    element_step step(const isl::map &touched, int level) const;
    /// The dimensions of which all iterations of the loop at `level` touch more values than one.
    std::vector<int> dimensions_moved(const isl::map &touched, int level) const;

private:
    const isl::set iterations_;
    std::vector<long> middle_;
    std::vector<std::optional<long>> trips_;

    isl::set inside(int level) const;
    isl::set iteration(int level, long value) const;
};

} // namespace tiramisu::poly
