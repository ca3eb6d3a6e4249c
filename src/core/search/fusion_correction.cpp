#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/commands/named_loops.h"
#include "core/meaning/analysis.h"
#include "core/meaning/kept_order.h"
#include "core/program/public_call.h"
#include "core/staging/staged_analysis.h"
#include "polyhedral/fusion_shifts.h"
#include "tiramisu/function.h"

// Search for shifts with which a fusion is legal.

namespace tiramisu {

namespace {

bool is_in_order(core::function_state &function, source_place where) {
    const core::analysis now = core::analyse_schedule(function, where);
    return !core::find_disorder(function, now);
}

/// Dependences between one definition and some others. With what is not named the caller deals
/// later: a third nest of the fusion may have to be shifted next.
std::vector<poly::dependence>
dependences_between(const std::vector<const core::computation_state *> &others,
                    const core::computation_state &one, std::vector<poly::dependence> all) {
    const auto is_other = [&](const std::string &id) {
        return std::any_of(others.begin(), others.end(),
                           [&](const auto *other) { return other->id == id; });
    };
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const poly::dependence &dep) {
                                 return !is_other(dep.source == one.id ? dep.sink : dep.source);
                             }),
              all.end());
    return all;
}

} // namespace

std::vector<std::tuple<var, int>> older_function_calls::correcting_loop_fusion_with_shifting(
    const std::vector<computation *> &previous, const computation &current,
    const std::vector<var> &loops, source_place where) const {
    core::function_state &function = *self().state();
    core::command question = {"", "correcting_loop_fusion_with_shifting", {}, where};
    for (const var &loop : loops) {
        question.arguments.emplace_back(core::loop_reference(loop));
    }
    const std::string call = core::call_text(question);
    const std::vector<const core::computation_state *> parts =
        core::scheduled_parts(function, previous, call, where);
    const core::computation_state &last = *parts.back();
    const core::computation_state &shifted = core::scheduled_part(function, &current, call, where);
    if (loops.empty()) {
        core::refuse(shifted, question, "the list of loops is empty; name those that are fused");
    }
    std::vector<bool> may_shift(shifted.nest.loops.size(), false);
    int innermost = 0;
    for (const var &loop : loops) {
        const int level = core::loop_level(shifted, core::loop_reference(loop), question);
        may_shift[static_cast<std::size_t>(level)] = true;
        innermost = std::max(innermost, level);
    }
    return core::answer(function, {core::subject(shifted), call, where}, [&] {
        const bool was_in_order = is_in_order(function, where);
        if (!core::share_loop(function, shifted, last, innermost)) {
            core::apply(function,
                        {shifted.id,
                         "after",
                         {core::computation_reference{last.id}, core::loop_reference(innermost)},
                         where});
        }
        const core::analysis now = core::analyse_schedule(function, where);
        const auto amounts = poly::correcting_shifts(
            dependences_between(parts, shifted, core::dependences_to_keep(now)), now.statements,
            shifted.id, may_shift, function.strict_reductions);
        std::vector<std::tuple<var, int>> shifts;
        for (std::size_t i = 0; amounts && i < loops.size(); ++i) {
            const int level = core::loop_level(shifted, core::loop_reference(loops[i]), question);
            shifts.emplace_back(loops[i],
                                static_cast<int>((*amounts)[static_cast<std::size_t>(level)]));
        }
        for (const auto &[loop, amount] : shifts) {
            core::apply(function,
                        {shifted.id, "shift", {core::loop_reference(loop), amount}, where});
        }
        // Computations that are ordered after the shifted one have come along.
        if (was_in_order && !is_in_order(function, where)) {
            shifts.clear();
        }
        return shifts;
    });
}

} // namespace tiramisu
