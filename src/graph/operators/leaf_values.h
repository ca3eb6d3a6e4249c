#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/operators/trees.h"

namespace tiramisu::graph {

/// Values that leaves of trees add to the scores of targets.
class leaf_values {
public:
    /// Throws refusal where there are too many.
    leaf_values(std::size_t nodes, std::size_t targets);

    /// Throws refusal where there is no such target.
    void add(std::size_t node, std::int64_t target, float value);
    /// All trees together, for each target: how they are put together is SUM, AVERAGE, MIN or MAX.
    /// Throws refusal.
    std::string scores(expansion &to, const forest &trees, const std::string &aggregate) const;

private:
    std::size_t targets_;
    std::vector<float> values_;
};

} // namespace tiramisu::graph
