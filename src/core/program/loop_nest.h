#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/program/command.h"
#include "polyhedral/ast.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_cut.h"
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
    using change_of_loops = std::function<isl::map(const isl::map &)>;

    isl::map map; ///< { S[i, j] -> [l0, l1, ...] }
    std::vector<scheduled_loop> loops;
    support::append_log<command> history; ///< that made it from one loop for each iterator

    /// The map becomes what this makes of it.
    void change(const change_of_loops &by);
    /// The same of a change that has two forms: `to` is what it makes of the map, in a form that
    /// costs little to make and to compute with, and `by_division` makes of a map the form of which
    /// isl generates the simplest loops.
    void change(const isl::map &to, const change_of_loops &by_division);

    /// Makes the map in the form from which loops are generated, which few of the schedules that
    /// are tried ever are; none where the map has that form.
    std::function<isl::map()> generated() const;

private:
    struct step;

    bool is_changed() const;

    std::shared_ptr<const step> last_; ///< null: the map has one form
};

} // namespace tiramisu::core
