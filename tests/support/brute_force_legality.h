#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/ast.h"
#include "support/interpreter.h"

namespace tiramisu::oracle {

/// When instances run, and how the loops run that they are in.
struct concrete_schedule {
    /// { S[i, j] -> [s0, l0, s1, l1, ..., sd] }: constants and loops in turn.
    std::map<std::string, isl::map> times;
    /// For each loop of a statement, outermost first.
    std::map<std::string, std::vector<poly::loop_kind>> loops;
    /// The constants s0, s1, ..., sd of a statement.
    std::map<std::string, std::vector<int>> positions;
    /// Buffers of which each iteration of a loop has its own: how much of a time says which one.
    std::map<std::string, std::size_t> placed;
};

/// Two instances that touch one element and do not run as the program's meaning wants.
struct violation {
    instance source, sink; ///< in the order of the meaning
    touch at_source, at_sink;
    std::vector<std::int64_t> source_time, sink_time; ///< under the schedule
    bool is_parallel = false; ///< in order, but in one loop that runs its iterations at once

    std::string text() const;
};

/// What looking at every pair of instances tells.
struct verdict {
    /// A pair that is surely wrong.
    std::optional<violation> certain;
    /// A pair that is wrong as far as a compiler can know that does not know the data, and that
    /// knows only the updates of one statement to be free in their order.
    std::optional<violation> possible;
};

/// Judges a schedule by all pairs of a run in the order of the meaning. `temporaries` names the
/// buffers of which a parallel iteration may have its own copy.
verdict judge(const std::vector<instance> &run, const concrete_schedule &schedule,
              const std::map<std::string, value> &parameters,
              const std::vector<std::string> &temporaries, bool strict_reductions = false);

} // namespace tiramisu::oracle
