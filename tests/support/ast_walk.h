#pragma once

#include <map>
#include <string>
#include <vector>

#include "polyhedral/ast.h"

namespace tiramisu::testing {

/// An instance that the loops run.
struct visited_instance {
    std::string statement;
    std::vector<long> point;
    std::vector<std::string> loops; ///< keys in ast::loops, outermost first
};

/// Runs the loops one iteration after the other, whatever their kinds, and tells what they run.
std::vector<visited_instance> walk(const poly::ast &loops,
                                   const std::map<std::string, long> &parameters = {});

/// How many loops of a kind the text has.
struct loop_count {
    int constant = 0; ///< that run a number of iterations known from the text alone
    int variable = 0;
};
loop_count count_loops(const poly::ast &loops, poly::loop_kind kind);

} // namespace tiramisu::testing
