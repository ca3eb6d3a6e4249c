#pragma once

#include <string>
#include <vector>

#include "core/program/command.h"
#include "polyhedral/ast.h"
#include "polyhedral/loop_cut.h"
#include "polyhedral/loop_relation.h"
#include "support/append_log.h"

namespace tiramisu::core {

struct scheduled_loop {
    std::string name;
    poly::loop_kind kind = poly::loop_kind::serial;
    poly::loop_cut cut = {};
    int masked_lanes = 0; ///< see poly::scheduled_statement
};

/// The loops of one computation, outermost first.
struct loop_nest {
    poly::loop_relation map; ///< { S[i, j] -> [l0, l1, ...] }
    std::vector<scheduled_loop> loops;
    support::append_log<command> history; ///< that made it from one loop for each iterator
};

} // namespace tiramisu::core
