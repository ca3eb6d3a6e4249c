#include "core/schedule_trial.h"

#include "core/placed_buffers.h"
#include "core/schedule_replay.h"
#include "core/schedule_view.h"
#include "core/staged_analysis.h"
#include "tiramisu/function.h"

namespace tiramisu::core {

namespace {

constexpr long most_checks = 400; ///< of single dependences

/// Fixes the meaning of a function while it lives.
class fixed_meaning {
public:
    fixed_meaning(function_state &function, const poly::timestamps &reference)
        : function_(function), before_(std::move(function.fixed_reference)) {
        function_.fixed_reference = reference;
    }
    fixed_meaning(const fixed_meaning &) = delete;
    fixed_meaning &operator=(const fixed_meaning &) = delete;
    ~fixed_meaning() { function_.fixed_reference = std::move(before_); }

private:
    function_state &function_;
    std::optional<poly::timestamps> before_;
};

} // namespace

schedule_trial::schedule_trial(function_state &function, const analysis &now,
                               std::vector<buffer *> arguments)
    : function_(function), now_(now), arguments_(std::move(arguments)),
      // Not a time: the same program gets the same error on every machine.
      trials_left_(4 + most_checks / (1 + static_cast<long>(now.dependences.size()))) {}

bool schedule_trial::keeps_meaning(const std::vector<command> &commands) {
    if (!may_try()) {
        return false;
    }
    const schedule_replay replay(function_);
    try {
        give(commands);
        // Ordering commands may be part of the meaning, so that other ones could be legal under
        // another meaning.
        return keeps_meaning_of_now() && is_legal();
    } catch (const user_error &) {
        return false;
    }
}

std::vector<scheduled_loop> schedule_trial::loops_after(const std::vector<command> &commands,
                                                        const std::string &id) const {
    const schedule_replay replay(function_);
    try {
        give(commands);
        const computation_state *definition = function_.find_definition(id);
        return definition == nullptr ? std::vector<scheduled_loop>() : definition->nest.loops;
    } catch (const user_error &) {
        return {};
    }
}

skew_choices schedule_trial::skews_after(const std::vector<command> &commands,
                                         const std::string &id, int outer) {
    constexpr int largest = 2;
    if (!may_try()) {
        return {};
    }
    const schedule_replay replay(function_);
    try {
        give(commands);
        computation_state &definition = *function_.find_definition(id);
        const auto at = static_cast<std::size_t>(outer);
        return computation(shared_with_owner(&definition))
            .legal_skews(definition.nest.loops[at].name, definition.nest.loops[at + 1].name,
                         largest);
    } catch (const user_error &) { // other computations share the loops
        return {};
    }
}

void schedule_trial::give(const std::vector<command> &commands) const {
    for (const command &next : commands) {
        apply(function_, next);
    }
}

bool schedule_trial::is_legal() const {
    const analysis tried = with_stagings(function_, analyse(function_, arguments_, {}));
    placed_buffers(function_, tried); // throws where one has lost its place
    return !find_illegality(function_, tried, {});
}

bool schedule_trial::keeps_meaning_of_now() const {
    if (!now_.windows.empty() || !function_.stagings.empty()) {
        const fixed_meaning fixed(function_, now_.reference);
        return is_legal();
    }
    analysis tried = now_; // the same dependences
    tried.statements = scheduled_statements(function_);
    tried.schedule = timestamps_of(tried.statements);
    return !find_illegality(function_, tried, {});
}

} // namespace tiramisu::core
