#include "core/search/bounds_under_skews.h"

#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/commands/schedule_view.h"
#include "core/program/function_snapshot.h"
#include "core/program/run_time_bounds.h"

namespace tiramisu::core {

bool bounds_under_skews::stay_known(const loop_skew &by, bool tiled) {
    if (std::all_of(named_.begin(), named_.end(),
                    [](const computation_state *one) { return one->bounds.empty(); })) {
        return true;
    }
    // Which loops determine which iterators is, but for tiny loops, a matter of zeros.
    const std::array<bool, 5> zeros = {by.a == 0, by.b == 0, by.c == 0, by.d == 0, tiled};
    if (unknown_.count(zeros) != 0) {
        return false;
    }
    // Tiles that are as large as a loop leave the two in one order or in the other.
    const bool known =
        tiled ? are_known(by, "tile", {2, 2}) && are_known(by, "interchange") : are_known(by);
    if (!known) {
        unknown_.insert(zeros);
    }
    return known;
}

bool bounds_under_skews::are_known(const loop_skew &by, const char *then,
                                   const std::vector<int> &numbers) const {
    const function_snapshot trial(function_);
    const loop_reference first(outer_), second(outer_ + 1);
    try {
        for (const computation_state *one : named_) {
            core::apply(function_, {one->id, "skew", {first, second, by.a, by.b, by.c, by.d}, {}});
            if (then != nullptr) {
                command further = {one->id, then, {first, second}, {}};
                further.arguments.insert(further.arguments.end(), numbers.begin(), numbers.end());
                core::apply(function_, further);
            }
        }
        require_known_bounds(function_, scheduled_statements(function_));
        return true;
    } catch (const user_error &) {
        return false;
    }
}

} // namespace tiramisu::core
