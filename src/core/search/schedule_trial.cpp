#include "core/search/schedule_trial.h"

#include <algorithm>
#include <optional>

#include "core/commands/schedule_view.h"
#include "core/meaning/meaning.h"
#include "core/meaning/placed_buffers.h"
#include "core/program/function_snapshot.h"
#include "core/staging/staged_analysis.h"
#include "polyhedral/constraints.h"
#include "polyhedral/work_limit.h"
#include "tiramisu/function.h"

namespace tiramisu::core {

namespace {

// In operations of isl, not a time: the same program gets the same error on every machine.
constexpr unsigned long most_work = 1000000, least_work = 3000; ///< of all trials, of one
constexpr unsigned long share = 4; ///< of what is left for one trial: costly ones leave some

/// How much slower isl is at an operation: its tableaus grow with the divisions that tiles make.
unsigned long slowness(const std::vector<poly::scheduled_statement> &statements) {
    int most = 0;
    for (const poly::scheduled_statement &statement : statements) {
        most = std::max(most, poly::most_divisions(statement.loops.divided()));
    }
    return 1 + static_cast<unsigned long>(most);
}

} // namespace

schedule_trial::schedule_trial(function_state &function, const analysis &now,
                               std::vector<buffer *> arguments)
    : function_(function), now_(now), arguments_(std::move(arguments)),
      work_left_(most_work / slowness(now.statements)) {}

bool schedule_trial::may_try() const {
    return work_left_ >= share * least_work;
}

bool schedule_trial::keeps_meaning(const std::vector<command> &commands) {
    bool does = false;
    // Ordering commands may be part of the meaning, so that other ones could be legal under another
    // meaning.
    return attempt(commands, [&] { does = keeps_meaning_of_now() && is_legal(); }) && does;
}

std::vector<scheduled_loop> schedule_trial::loops_after(const std::vector<command> &commands,
                                                        const std::string &id) {
    std::vector<scheduled_loop> loops;
    const auto look = [&] {
        if (const computation_state *definition = function_.find_definition(id)) {
            loops = definition->nest.loops;
        }
    };
    return attempt(commands, look) ? loops : std::vector<scheduled_loop>();
}

skew_choices schedule_trial::skews_after(const std::vector<command> &commands,
                                         const std::string &id, int outer) {
    constexpr int largest = 2;
    skew_choices choices;
    const auto ask = [&] {
        computation_state &definition = *function_.find_definition(id);
        const auto at = static_cast<std::size_t>(outer);
        choices = computation(shared_with_owner(&definition))
                      .legal_skews(definition.nest.loops[at].name,
                                   definition.nest.loops[at + 1].name, largest);
    };
    return attempt(commands, ask) ? choices : skew_choices(); // loops may be shared with others
}

bool schedule_trial::attempt(const std::vector<command> &commands,
                             const std::function<void()> &question) {
    if (!may_try()) {
        return false;
    }
    function_snapshot as_it_was(function_);
    try {
        as_it_was.put_schedule_aside();
    } catch (const user_error &) {
        return false;
    }
    const poly::work_limit limit(function_.context.ctx(), work_left_ / share);
    bool has_answer = false;
    try {
        give(commands);
        question();
        has_answer = !limit.is_reached();
    } catch (const user_error &) {     // it cannot be given, or asked
    } catch (const isl::exception &) { // it takes too much work
    }
    work_left_ -= limit.done(least_work);
    return has_answer;
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

bool schedule_trial::runs_statements_of_now() const {
    const auto is_inlined = [](const auto &one) { return one->is_inlined; };
    return now_.windows.empty() && function_.stagings.empty() &&
           now_.meant->reference.size() == now_.statements.size() && // none is computed inline
           std::none_of(function_.computations.begin(), function_.computations.end(), is_inlined);
}

bool schedule_trial::splits_reductions_as_now() const {
    const auto is_there = [&](const auto &times) {
        return function_.find_definition(times.first) != nullptr;
    };
    const auto is_alike = [&](const auto &one) {
        const auto now = now_.meant->reference.find(one->id);
        const bool is_split = one->is_partial() || one->declared != nullptr;
        return !is_split ||
               (now != now_.meant->reference.end() && now->second.domain().is_equal(one->domain));
    };
    return std::all_of(now_.meant->reference.begin(), now_.meant->reference.end(), is_there) &&
           std::all_of(function_.computations.begin(), function_.computations.end(), is_alike);
}

bool schedule_trial::keeps_meaning_of_now() const {
    if (!splits_reductions_as_now()) {
        return false;
    }
    if (!runs_statements_of_now()) {
        const fixed_meaning fixed(function_, now_.meant->reference);
        return is_legal();
    }
    analysis tried = now_; // the same dependences
    tried.statements = scheduled_statements(function_);
    tried.schedule = timestamps_of(tried.statements);
    return !find_illegality(function_, tried, {});
}

} // namespace tiramisu::core
