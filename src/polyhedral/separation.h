#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

/// Whether the loop is vectorized without masks, unrolled or separated.
bool needs_constant_width(const scheduled_statement &statement, int level);

/// A loop that needs a constant width and lacks some of its values in some iterations of the loops
/// around it.
struct ragged_loop {
    int level;
    int decided_at;   ///< the deepest loop that decides which iterations these are; -1 if none does
    isl::set lacking; ///< { [l0, ..., l_(level-1)] : these iterations }
};

/// The iterations that are not peeled off at either end, { [l0, ..., l_level] }, or nothing if the
/// loop need not be cut.
std::optional<isl::set> unpeeled_iterations(const shared_loop &loop);

/// Which iterations of loops run in a nest of their own. It remembers what all loops around one
/// statement ask for: that costs more than all the rest.
class isolation {
public:
    /// The iterations { [l0, ..., l_level] } inside which every loop that needs a constant width,
    /// and whose width depends on this loop and on none deeper, has all its values; nothing if the
    /// loop need not be cut.
    std::optional<isl::set> complete_iterations(const shared_loop &loop);

    /// Those that are both complete and unpeeled.
    std::optional<isl::set> isolated_iterations(const shared_loop &loop);

private:
    /// By the statement and, where it has run-time bounds, the loop inside of which they hold.
    std::map<std::pair<std::string, int>, std::vector<ragged_loop>> ragged_;

    const std::vector<ragged_loop> &ragged_loops_of(const scheduled_statement &statement,
                                                    int level);
};

/// { isolate[[l0, ..., l_(level-1)] -> [l_level]] } for a set { [l0, ..., l_level] }.
isl::set isolate_option(const isl::set &iterations, int level);

} // namespace tiramisu::poly
