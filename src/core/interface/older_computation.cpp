#include "tiramisu/older_computation.h"

#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/commands/loop_extent.h"
#include "core/commands/remainder.h"
#include "core/expr/other_targets.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "core/program/storage.h"
#include "polyhedral/isl_bridge.h"
#include "tiramisu/function.h"

namespace tiramisu {

namespace {

/// What stands at the other end of the first edge that has the definition at its end `own`.
computation *neighbour_of(const core::computation_state &definition,
                          std::string poly::order_edge::*own,
                          std::string poly::order_edge::*other) {
    for (const poly::order_edge &edge : definition.owner->order.edges) {
        if (edge.*own == definition.id) {
            return &definition.owner->find_definition(edge.*other)->referred();
        }
    }
    return nullptr;
}

} // namespace

computation &older_computation_calls::self() {
    return static_cast<computation &>(*this);
}

const computation &older_computation_calls::self() const {
    return static_cast<const computation &>(*this);
}

computation &older_computation_calls::get_update(int k, source_place where) {
    core::computation_state &base = *self().state()->base;
    if (k == 1 && base.updates.empty() && core::leaves_remainder(base)) {
        return core::remainder_of(base);
    }
    return k == 0 ? base.referred() : self().update(k - 1, where).state()->referred();
}

computation &older_computation_calls::get_last_update() {
    core::computation_state &base = *self().state()->base;
    return base.updates.empty() ? base.referred() : base.updates.back()->referred();
}

computation &older_computation_calls::set_access(const std::string &isl_map, source_place where) {
    core::store_by_map(*core::present(self().state()->base), isl_map, where);
    return self();
}

computation &older_computation_calls::set_access(::isl_map *map, source_place where) {
    if (map == nullptr) {
        throw user_error(core::subject(*core::present(self().state()->base)), "set_access",
                         "the map is null, as isl's are where a call before failed; give one from "
                         "iterators to elements",
                         where);
    }
    return set_access(poly::to_text(isl::manage_copy(map)), where);
}

void older_computation_calls::allocate_and_map_buffer_automatically(argument_t role,
                                                                    source_place where) {
    core::computation_state &base = *core::present(self().state()->base);
    if (base.storage == nullptr) {
        core::change(*base.owner,
                     {core::subject(base), "allocate_and_map_buffer_automatically", where}, {&base},
                     [&] { core::allocate_for_domain(base, role, core::indexing::own); });
    }
}

buffer *older_computation_calls::get_automatically_allocated_buffer(source_place where) {
    allocate_and_map_buffer_automatically(a_temporary, where);
    return self().get_buffer();
}

computation *older_computation_calls::get_predecessor() const {
    return neighbour_of(*self().part(), &poly::order_edge::later, &poly::order_edge::earlier);
}

computation *older_computation_calls::get_successor() const {
    return neighbour_of(*self().part(), &poly::order_edge::earlier, &poly::order_edge::later);
}

bool older_computation_calls::is_inline_computation() const {
    return self().part()->is_inlined;
}

int older_computation_calls::get_loop_level_number_from_dimension_name(
    const std::string &loop) const {
    const std::vector<std::string> names = self().get_loop_names();
    const auto found = std::find(names.begin(), names.end(), loop);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

int older_computation_calls::compute_maximal_AST_depth() const {
    const core::computation_state &definition = *self().part();
    int depth = 0;
    for (std::size_t level = 0; level < definition.nest.loops.size(); ++level) {
        const auto most = core::largest_extent(definition.nest.map.substituted(), definition.domain,
                                               static_cast<int>(level));
        depth += !most || *most > 1 ? 1 : 0;
    }
    return depth;
}

bool older_computation_calls::involved_subset_of_dependencies_is_legal(computation *other,
                                                                       source_place where) {
    return function(self().part()->owner->shared_from_this())
        .check_partial_legality_in_function({&self(), other}, where);
}

bool older_computation_calls::unrolling_is_legal(const var &loop, source_place where) const {
    const core::computation_state &definition = *self().part();
    const core::command question = {
        definition.id, "unrolling_is_legal", {core::loop_reference(loop)}, where};
    const int level = core::loop_level(definition, core::loop_reference(loop), question);
    return core::restating_errors(
        *definition.owner, {core::subject(definition), core::call_text(question), where}, [&] {
            return core::has_constant_extent(definition.nest.map.substituted(), definition.domain,
                                             level);
        });
}

void older_computation_calls::dump_iteration_domain(std::ostream &out) const {
    out << poly::to_text(self().part()->domain) << '\n';
}

void older_computation_calls::dump_schedule(std::ostream &out) const {
    const core::computation_state &definition = *self().part();
    for (const core::command &given : definition.owner->commands) {
        if (given.computation == definition.id) {
            out << core::to_cpp(given) << '\n';
        }
    }
}

void older_computation_calls::dump(std::ostream &out) const {
    dump_iteration_domain(out);
    dump_schedule(out);
}

void older_computation_calls::refuse_target(const std::string &call, const std::string &target,
                                            source_place where) const {
    core::refuse_target(core::subject(*self().part()), call, target, where);
}

} // namespace tiramisu
