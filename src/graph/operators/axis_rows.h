#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/operators/operator.h"

// What operators along one axis share.

namespace tiramisu::graph {

/// A tensor as three dimensions, of which the middle one is the axis.
struct axis_rows {
    std::int64_t before, along, after;

    shape extents() const { return {before, along, after}; }
    std::int64_t position(std::int64_t i, std::int64_t k, std::int64_t j) const {
        return (i * along + k) * after + j;
    }
    /// For the text of a step.
    std::string text(const std::string &what, primitive_t type) const;
};

axis_rows rows_along(const shape &extents, std::size_t axis);

/// The first input is of numbers. Throws refusal.
void require_numbers_along(const node_call &call);

/// A step of one program from the first input to outputs, which it calls by these names.
step rows_step(const lowering &of, const std::string &text, const std::vector<std::string> &outputs,
               std::function<nn::program(const std::string &)> write);

} // namespace tiramisu::graph
