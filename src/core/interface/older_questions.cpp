#include <algorithm>
#include <functional>

#include "core/commands/loop_commands.h"
#include "core/commands/loop_extent.h"
#include "core/meaning/kept_order.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "core/staging/staged_analysis.h"
#include "polyhedral/legality.h"

// Questions as older programs ask them.

namespace tiramisu {

namespace {

bool none_refuses(const std::vector<computation *> &computations,
                  const std::function<bool(const computation &)> &is_legal) {
    return std::all_of(computations.begin(), computations.end(),
                       [&](const computation *one) { return is_legal(*one); });
}

} // namespace

void function::prepare_schedules_for_legality_checks(bool) {}

void function::align_schedules() {}

bool function::loop_parallelization_is_legal(const var &loop,
                                             const std::vector<computation *> &fused,
                                             source_place where) const {
    return none_refuses(
        fused, [&](const computation &one) { return one.why_not_parallel(loop, where).empty(); });
}

bool function::loop_vectorization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                           source_place where) const {
    return loop_unrolling_is_legal(loop, fused, where) &&
           none_refuses(fused, [&](const computation &one) {
               return one.why_not_vectorizable(loop, where).empty();
           });
}

bool function::loop_unrolling_is_legal(const var &loop, const std::vector<computation *> &fused,
                                       source_place where) const {
    return none_refuses(
        fused, [&](const computation &one) { return one.unrolling_is_legal(loop, where); });
}

bool function::check_partial_legality_in_function(const std::vector<computation *> &computations,
                                                  source_place where) const {
    const auto is_named = [&](const std::string &id) {
        return std::any_of(computations.begin(), computations.end(), [&](const computation *one) {
            return one->state()->base == state_->find_definition(id)->base;
        });
    };
    return core::answer(
        *state_, {core::subject(*state_), "check_partial_legality_in_function", where}, [&] {
            const core::analysis now = core::analyse_schedule(*state_, where);
            const std::vector<poly::dependence> kept = core::dependences_to_keep(now);
            return std::none_of(kept.begin(), kept.end(), [&](const poly::dependence &dep) {
                return is_named(dep.source) && is_named(dep.sink) &&
                       (!dep.is_reduction || state_->strict_reductions) &&
                       !poly::broken_pairs(dep, now.schedule).is_empty();
            });
        });
}

bool computation::involved_subset_of_dependencies_is_legal(computation *other, source_place where) {
    return function(part()->owner->shared_from_this())
        .check_partial_legality_in_function({this, other}, where);
}

bool computation::unrolling_is_legal(const var &loop, source_place where) const {
    const core::computation_state &definition = *part();
    const core::command question = {
        definition.id, "unrolling_is_legal", {core::loop_reference(loop)}, where};
    const int level = core::loop_level(definition, core::loop_reference(loop), question);
    return core::restating_errors(
        *definition.owner, {core::subject(definition), core::call_text(question), where},
        [&] { return core::has_constant_extent(definition.nest.map, definition.domain, level); });
}

void prepare_schedules_for_legality_checks(bool) {}

bool loop_parallelization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                   source_place where) {
    return global::get_implicit_function(where)->loop_parallelization_is_legal(loop, fused, where);
}

bool loop_vectorization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                 source_place where) {
    return global::get_implicit_function(where)->loop_vectorization_is_legal(loop, fused, where);
}

bool loop_unrolling_is_legal(const var &loop, const std::vector<computation *> &fused,
                             source_place where) {
    return global::get_implicit_function(where)->loop_unrolling_is_legal(loop, fused, where);
}

} // namespace tiramisu
