#include <algorithm>
#include <functional>

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

void older_function_calls::prepare_schedules_for_legality_checks(bool) {}

void older_function_calls::align_schedules() {}

bool older_function_calls::loop_parallelization_is_legal(const var &loop,
                                                         const std::vector<computation *> &fused,
                                                         source_place where) const {
    return none_refuses(
        fused, [&](const computation &one) { return one.why_not_parallel(loop, where).empty(); });
}

bool older_function_calls::loop_vectorization_is_legal(const var &loop,
                                                       const std::vector<computation *> &fused,
                                                       source_place where) const {
    return loop_unrolling_is_legal(loop, fused, where) &&
           none_refuses(fused, [&](const computation &one) {
               return one.why_not_vectorizable(loop, where).empty();
           });
}

bool older_function_calls::loop_unrolling_is_legal(const var &loop,
                                                   const std::vector<computation *> &fused,
                                                   source_place where) const {
    return none_refuses(
        fused, [&](const computation &one) { return one.unrolling_is_legal(loop, where); });
}

bool older_function_calls::check_partial_legality_in_function(
    const std::vector<computation *> &computations, source_place where) const {
    core::function_state &function = *self().state();
    const auto is_named = [&](const std::string &id) {
        return std::any_of(computations.begin(), computations.end(), [&](const computation *one) {
            return one->state()->base == function.find_definition(id)->base;
        });
    };
    return core::answer(
        function, {core::subject(function), "check_partial_legality_in_function", where}, [&] {
            const core::analysis now = core::analyse_schedule(function, where);
            const std::vector<poly::dependence> kept = core::dependences_to_keep(now);
            return std::none_of(kept.begin(), kept.end(), [&](const poly::dependence &dep) {
                return is_named(dep.source) && is_named(dep.sink) &&
                       (!dep.is_reduction || function.strict_reductions) &&
                       !poly::broken_pairs(dep, now.schedule).is_empty();
            });
        });
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
