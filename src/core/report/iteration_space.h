#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// What is asked to be drawn.
struct iteration_space_request {
    std::vector<const computation_state *> computations;
    std::string rows, columns; ///< a loop or else an iterator of each; columns may be ""
    std::map<std::string, int> parameters; ///< values of the function's scalar arguments
    int largest = 24;                      ///< rows and columns shown, counted from the smallest
    bool are_iterators = false; ///< rows and columns are, though there are loops of these names
};

/// The instances of computations in two of their loops, for concrete values of the parameters.
struct iteration_space {
    /// All instances with the same row and column.
    struct point {
        std::size_t computation = 0; ///< index in `computations`
        long row = 0, column = 0;
        std::vector<long> tile; ///< values of the tile loops
        std::vector<long>
            vector;   ///< values of the loops around the vectorized one, if there is one
        int rank = 0; ///< place in the order in which the first instances run
    };
    /// Instances that depend on one another with no third one between them.
    struct arrow {
        std::size_t source = 0, sink = 0; ///< indices in `points`
        poly::dependence_kind kind = poly::dependence_kind::flow;
        bool is_broken = false; ///< the schedule runs the sink first
    };

    std::string rows, columns;
    std::vector<std::string> computations;
    std::vector<std::string> tile_loops; ///< of the first computation
    std::string vector_loop;             ///< of the first computation that has one
    std::vector<point> points;           ///< by rank
    std::vector<arrow> arrows;
    bool is_cut_off = false; ///< there is more than what is shown
};

/// Throws user_error about `call` where a computation has no such loop, or a parameter no value.
iteration_space find_iteration_space(const function_state &function, const analysis &now,
                                     const iteration_space_request &asked, const std::string &call,
                                     source_place where);

} // namespace tiramisu::core
