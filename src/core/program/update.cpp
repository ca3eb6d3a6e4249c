#include "core/program/update.h"

#include <functional>
#include <set>

#include "core/expr/expr_walk.h"
#include "core/program/domain.h"
#include "core/program/let_bounds.h"
#include "core/program/loop_constants.h"
#include "core/program/public_call.h"
#include "core/program/run_time_bounds.h"
#include "core/program/staging.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

// Variables in the indices of what a bound reads from memory.
void for_each_index_read(const expr &bound, const std::function<void(const expr &)> &visit) {
    for_each_node(bound, [&](const expr &node) {
        if (node.get_op_type() == o_access) {
            for (const expr &index : node.get_operands()) {
                for_each_node(index, visit);
            }
        }
    });
}

// Iterators on either side of an update, in order of appearance; those from which a bound is read
// come before the one that it bounds.
std::vector<iterator> free_iterators(const computation_state &base, const std::vector<expr> &target,
                                     const expr &value) {
    std::vector<iterator> found;
    std::set<std::string> seen;
    const std::function<void(const expr &, const iterator *)> note = [&](const expr &node,
                                                                         const iterator *bounds) {
        const bool is_parameter = base.owner->find_constant(node.get_name()) != nullptr;
        if (node.get_expr_type() != e_var || is_parameter || !seen.insert(node.get_name()).second) {
            return;
        }
        iterator it{node.get_name(), node.get_data_type(), {}, {}};
        if (node.get_n_arg() == 2) {
            it.lower = node.get_operand(0);
            it.upper = node.get_operand(1);
            for (const expr &bound : {it.lower, it.upper}) {
                for_each_index_read(bound, [&](const expr &index) { note(index, nullptr); });
            }
        } else if (bounds != nullptr) {
            it.lower = bounds->lower;
            it.upper = bounds->upper;
        }
        found.push_back(it);
    };
    for (std::size_t i = 0; i < target.size(); ++i) {
        const iterator *bounds = target[i].get_expr_type() == e_var && i < base.iterators.size()
                                     ? &base.iterators[i]
                                     : nullptr;
        for_each_node(target[i], [&](const expr &node) { note(node, bounds); });
    }
    for_each_node(value, [&](const expr &node) { note(node, nullptr); });
    return found;
}

} // namespace

computation_state *add_update(computation_state &base, const std::vector<expr> &target,
                              const expr &value, source_place where) {
    function_state &function = *base.owner;
    definition what;
    what.name = base.name;
    what.value = with_loop_constants(function, value, base.iterators);
    what.iterators = free_iterators(base, target, what.value);
    what.type = base.type;
    what.where = where;
    const std::string who =
        quoted_subject(base.name) + " (update " + std::to_string(base.updates.size() + 1) + ")";
    require_unstaged(base, "an update", where);
    return change(function, {who, "", where}, {&base}, [&] {
        const isl::set domain = box_domain(function, who, what.iterators, where);
        what.bounds = run_time_bounds(function, who, what.iterators, where);
        return add_update(base, target, domain, std::move(what));
    });
}

computation_state *add_update(computation_state &base, const std::vector<expr> &target,
                              const isl::set &domain, definition what) {
    function_state &function = *base.owner;
    computation_state *made = install(function, std::move(what), domain);
    made->base = &base;
    made->target = target;
    const std::string id =
        unique_name(function, base.id + "_update_" + std::to_string(base.updates.size() + 1));
    made->domain = poly::renamed(made->domain, id);
    made->nest.map = poly::renamed_domain(made->nest.map.divided(), id);
    made->id = id;
    base.updates.push_back(made);
    return made;
}

computation_state *add_update_on_set(computation_state &base, const std::string &isl_domain,
                                     definition what) {
    function_state &function = *base.owner;
    const public_call call = {subject(base), "add_definitions(\"" + isl_domain + "\", ...)",
                              what.where};
    return change(function, call, {&base}, [&] {
        const isl::set domain =
            parse_set(function, call.subject, call.call, isl_domain, call.where);
        if (poly::set_name(domain) != base.name) {
            throw user_error(call.subject, call.call,
                             "the set is named \"" + poly::set_name(domain) +
                                 "\"; a further definition has the computation's own name",
                             call.where);
        }
        check_type(call.subject, call.call, base.type, what.value, call.where);
        what.name = base.name;
        what.type = base.type;
        what.iterators = iterators_of(domain);
        const std::vector<expr> target = variables(what.iterators);
        const isl::set known = without_let_parameters(function, call.subject, domain,
                                                      what.iterators, what.bounds, call.where);
        computation_state *made = add_update(base, target, known, std::move(what));
        made->is_further_definition = true;
        return made;
    });
}

computation_state &further_definition(computation_state &base, const isl::set &domain) {
    definition what;
    what.name = base.name;
    what.iterators = base.iterators;
    what.value = base.value;
    what.type = base.type;
    what.where = base.where;
    computation_state &made = *add_update(base, base.target, domain, std::move(what));
    made.predicate = base.predicate;
    made.lets = base.lets;
    made.is_further_definition = true;
    return made;
}

} // namespace tiramisu::core
