#pragma once

#include <vector>

#include "nn/framework/program/configuration.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// What lanes are, as the parameter "along" of configurations says it.
constexpr int along_filters = 0, along_positions = 1;

/// How the sums of positions of a row of the result, of several filters each, are kept in vector
/// registers.
struct lane_tile {
    bool filters_are_lanes; ///< else positions
    int lanes;              ///< of a vector

    /// Vectors are of so many filters or so many positions, as the configuration says.
    lane_tile(const configuration &chosen, int filters, int positions)
        : filters_are_lanes(chosen.at("along") == along_filters),
          lanes(filters_are_lanes ? filters : positions) {}

    /// The loops over positions and over filters, that of the lanes last.
    std::vector<var> loops(const var &positions, const var &filters) const;
    /// Cuts the last of these loops into vectors and writes all of them out.
    void keep_in_registers(computation part, const var &positions, const var &filters) const;
};

} // namespace tiramisu::nn
