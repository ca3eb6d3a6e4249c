#pragma once

#include "core/search/given_commands.h"
#include "core/search/legal_neighbour.h"
#include "core/search/schedule_trial.h"
#include "polyhedral/legality.h"

namespace tiramisu::core {

/// Tries neighbours of a schedule, each kind in its turn.
class neighbour_search {
public:
    neighbour_search(function_state &function, const analysis &now,
                     const std::vector<buffer *> &arguments)
        : function_(function), now_(now), commands_(function), trial_(function, now, arguments),
          last_resort_(function, now, arguments) {}

    bool mend_order(const poly::witness &broken);
    bool mend_loop(const poly::shared_loop &loop, poly::loop_kind kind);
    std::optional<legal_neighbour> found() && { return std::move(found_); }

private:
    bool accept(const std::vector<command> &commands, const std::string &text);
    bool accept(const std::vector<command> &commands, const std::string &text,
                schedule_trial &trial);
    /// Other arguments for a command that reorders instances.
    bool vary(std::size_t at);
    /// b.shift(i, 1), after everything else
    bool shift(const poly::dependence &dep);
    /// The same at a level further outside.
    bool widen(std::size_t at);
    /// The same for all computations in the outermost loop.
    bool alike(std::size_t at);
    std::vector<std::string> sharing_outermost(const std::string &id) const;
    /// Two neighbouring loops of the command are skewed first.
    bool skew_before(std::size_t at);
    bool accept_skewed(std::size_t at, const std::vector<command> &commands);
    /// Another order of all loops, the nearest to the one that was asked for.
    bool reorder(std::size_t at);
    /// Other loops for a tag: all that may have it.
    bool choose_loop(std::size_t at, poly::loop_kind kind);
    /// A skew of the tagged loop and a neighbour, after which it may have its tag.
    bool skew_for(std::size_t at, poly::loop_kind kind);
    /// The longest part of the schedule, from its beginning, that is legal.
    bool stop_early();
    /// The schedule without one of the commands.
    bool leave_out(const std::vector<std::size_t> &places);

    function_state &function_;
    const analysis &now_;
    const given_commands commands_;
    schedule_trial trial_;
    schedule_trial last_resort_; ///< has its own work, whatever the others have taken
    std::optional<legal_neighbour> found_;
};

} // namespace tiramisu::core
