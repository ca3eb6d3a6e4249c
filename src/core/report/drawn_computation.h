#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/report/iteration_space.h"

namespace tiramisu::core {

/// Fixes the parameters and takes them away.
class parameter_values {
public:
    parameter_values(isl::ctx ctx, const std::map<std::string, int> &values);

    template <typename Relation>
    Relation in(const Relation &relation) const {
        return relation.intersect_params(values_).project_out_all_params();
    }

private:
    isl::set values_;
};

/// One computation over the rows and columns that are asked for, parameters taken away.
struct drawn_computation {
    const computation_state *definition;
    isl::map position;                   ///< { S[i, j] -> [row, column] }, over what is shown
    isl::map tile;                       ///< { S[i, j] -> [tile loops] }
    isl::map vector;                     ///< { S[i, j] -> [loops around the vectorized one] }
    isl::map time;                       ///< { S[i, j] -> [t0, t1, ...] }
    std::vector<std::string> tile_loops; ///< their names
    std::string vector_loop;             ///< its name; empty if there is none
};

/// Throws user_error about `call` where the computation is not run, has no such loop, or depends on
/// a parameter without a value.
drawn_computation draw(const computation_state &definition, const analysis &now,
                       const iteration_space_request &asked, const parameter_values &values,
                       const std::string &call, source_place where);

/// { S[i] -> .. } of { S[l, i] -> .. }, where the analysis repeats loops l around a computation
/// that has staged values.
isl::map without_repeated_loops(const isl::map &relation, const analysis &now,
                                const std::string &id);

} // namespace tiramisu::core
