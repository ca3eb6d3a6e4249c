#include "core/search/proof.h"

#include <algorithm>

#include "core/meaning/argument_overlap.h"
#include "core/meaning/argument_reach.h"
#include "core/meaning/fixed_order.h"
#include "core/meaning/meaning.h"
#include "core/meaning/placed_buffers.h"
#include "core/meaning/readable_elements.h"
#include "core/program/costly_commands.h"
#include "core/program/written_buffers.h"
#include "core/search/jammed_sums.h"
#include "core/search/legal_neighbour.h"
#include "core/search/sums_apart.h"
#include "core/staging/staged_analysis.h"
#include "support/environment_variable.h"
#include "support/stopwatch.h"

namespace tiramisu::core {

namespace {

legality legality_now(const function_state &function) {
    const std::string asked = legality_asked();
    return asked.empty()       ? function.on_illegal
           : asked == "refuse" ? legality::refuse
           : asked == "warn"   ? legality::warn
                               : legality::off;
}

/// Texts of what is illegal where that is let through; throws the first that is not.
std::vector<std::string> let_through(function_state &function, const analysis &now,
                                     const std::vector<buffer *> &arguments, source_place where) {
    std::vector<std::string> texts;
    const legality asked = legality_now(function);
    if (asked == legality::off) {
        return texts;
    }
    const auto judge = [&](const illegality &found, const auto &explain) {
        schedule_error illegal = explain();
        if (asked == legality::refuse && !is_among(function.acknowledged, found)) {
            throw with_suggestion(function, now, arguments, illegal);
        }
        if (std::find(texts.begin(), texts.end(), illegal.what()) == texts.end()) {
            texts.emplace_back(illegal.what());
        }
        return poly::visited::not_enough;
    };
    for_each_illegality(function, now, where, judge);
    return texts;
}

/// Whether that a loop is of the kind may be refused when loops are generated.
bool is_judged_with_loops(poly::loop_kind kind) {
    return poly::runs_on_gpu(kind) || kind == poly::loop_kind::pipelined;
}

/// Throws user_error where no loops are generated of a schedule that keeps the program's meaning.
/// Of other loops than those judged so that is known without them.
void require_loops(const function_state &function, const analysis &now) {
    placed_buffers(function, now);
    if (std::any_of(now.statements.begin(), now.statements.end(), [](const auto &statement) {
            return std::any_of(statement.kinds.begin(), statement.kinds.end(),
                               is_judged_with_loops);
        })) {
        loops_of(function, now);
    }
}

program noted(const function_state &function, const analysis &now) {
    program code = now.resolved;
    note_argument_reach(function, now, code);
    note_argument_overlaps(now, code);
    note_readable_elements(function, now, code);
    return code;
}

} // namespace

std::string legality_asked() {
    return support::environment_variable("TIRAMISU_LEGALITY", {"refuse", "warn", "off"});
}

analysis analysis_to_prove(function_state &function, const std::vector<buffer *> &arguments,
                           source_place where) {
    analysis meant = analyse(function, arguments, where);
    require_named_values(function, meant.accesses);
    return with_stagings(function, std::move(meant));
}

proof prove(function_state &function, const std::vector<buffer *> &arguments, source_place where,
            float_sums sums) {
    proof made;
    std::optional<support::stopwatch> running(made.times.proof);
    const analysis now = analysis_to_prove(function, arguments, where);
    require_written_temporaries(function, now.resolved);
    made.warnings = let_through(function, now, arguments, where);
    running.emplace(made.times.loops);
    const analysis as_it_runs = with_jammed_sums(
        function, with_rows_innermost(function, with_sums_apart(function, now, sums), sums));
    made.code = noted(function, as_it_runs);
    made.loops = loops_of(function, as_it_runs);
    note_simpler_loops(function, made.loops);
    running.reset();
    return made;
}

schedule_error about_schedule(const user_error &refused) {
    return schedule_error(refused.subject(), refused.call(), {}, refused.problem(),
                          refused.where());
}

std::optional<schedule_error>
find_refusal(function_state &function, const std::vector<buffer *> &arguments, source_place where) {
    meaning_of(function, arguments, where); // what is wrong with it is not the schedule's fault
    try {
        const analysis now = analysis_to_prove(function, arguments, where);
        std::optional<schedule_error> first;
        for_each_illegality(function, now, where, [&](const illegality &, const auto &explain) {
            first = explain();
            return poly::visited::enough;
        });
        if (first) {
            return with_suggestion(function, now, arguments, *first);
        }
        require_loops(function, now);
        return std::nullopt;
    } catch (const schedule_error &illegal) {
        return illegal;
    } catch (const user_error &refused) {
        return about_schedule(refused);
    }
}

} // namespace tiramisu::core
