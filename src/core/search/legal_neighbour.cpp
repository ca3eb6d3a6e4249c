#include "core/search/legal_neighbour.h"

#include "core/meaning/kept_order.h"
#include "core/search/neighbour_search.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;

/// The first loop that runs iterations at once that depend on one another.
std::optional<poly::shared_loop> find_wrong_loop(const function_state &function,
                                                 const analysis &now) {
    for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
        const loop_kind kind = poly::kind_of(loop);
        const computation_state &first = *function.find_definition(loop.statements.front()->name);
        if (poly::runs_at_once(kind) && find_carried(function, now, first, loop.level, kind, {})) {
            return loop;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<legal_neighbour> find_legal_neighbour(function_state &function, const analysis &now,
                                                    const std::vector<buffer *> &arguments) {
    neighbour_search search(function, now, arguments);
    if (const auto broken = find_disorder(function, now)) {
        search.mend_order(*broken);
    } else if (const auto loop = find_wrong_loop(function, now)) {
        search.mend_loop(*loop, poly::kind_of(*loop));
    }
    return std::move(search).found();
}

schedule_error with_suggestion(function_state &function, const analysis &now,
                               const std::vector<buffer *> &arguments,
                               const schedule_error &illegal) {
    const auto neighbour = find_legal_neighbour(function, now, arguments);
    if (!neighbour) {
        return illegal;
    }
    schedule_error::broken_dependence broken = illegal.dependence();
    broken.suggestion = neighbour->text;
    return {illegal.subject(), illegal.call(), broken, illegal.problem() + "; " + neighbour->text,
            illegal.where()};
}

} // namespace tiramisu::core
