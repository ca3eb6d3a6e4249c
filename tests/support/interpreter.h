#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/program/program.h"
#include "polyhedral/isl.h"
#include "support/memory.h"

namespace tiramisu::oracle {

/// One way in which an instance touched an element.
struct touch {
    std::string buffer;
    std::int64_t element = 0;
    bool is_write = false;
    /// The accumulator of an update op(accumulator, operand): o_add, o_mul, o_min or o_max.
    op_t accumulates = o_none;
    /// The instance did not happen, because of its condition.
    bool is_possible_only = false;
};

/// One instance of a statement, as it ran.
struct instance {
    std::string statement;
    std::vector<std::int64_t> point;
    std::vector<std::int64_t> time;
    std::vector<touch> touches;
};

/// A program for certain values of its scalar arguments.
struct concrete_program {
    const core::program *program = nullptr;
    std::map<std::string, value> scalars;    ///< arguments; constants are computed
    std::map<std::string, isl::set> domains; ///< { S[i, j] }, by statement
    std::map<std::string, isl::map> times;   ///< { S[i, j] -> [t0, t1, ...] }
};

/// Runs every instance in the order of its time. `data` holds the arguments; temporaries are added.
/// Throws meaningless where the program has no meaning. With `trace`, tells what was touched.
void interpret(const concrete_program &what, memory &data, std::vector<instance> *trace = nullptr);

/// { S[i, j] -> [t0, ...] } for the given parameters, point by point.
std::map<std::vector<std::int64_t>, std::vector<std::int64_t>>
points_of(isl::map relation, const std::map<std::string, value> &parameters);

} // namespace tiramisu::oracle
