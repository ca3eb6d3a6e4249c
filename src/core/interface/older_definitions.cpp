#include "core/commands/order_commands.h"
#include "core/expr/expr_walk.h"
#include "core/program/memory_accesses.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "core/program/update.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/window.h"
#include "tiramisu/function.h"

// Definitions as older programs give them.

namespace tiramisu {

namespace {

/// { P[i] } that a definition reads of `source`; empty if none.
isl::set read_points(const core::computation_state &reader, const core::computation_state &source,
                     source_place where) {
    isl::set points = source.domain.subtract(source.domain);
    const auto add = [&](const expr &node) {
        if (node.get_op_type() != o_access || node.get_name() != source.name) {
            return;
        }
        bool exact = true;
        const isl::map read = core::access_relation(reader, source.id, node.get_operands(), exact);
        if (!exact) {
            throw user_error(core::subject(reader), "compute_bounds",
                             "reads " + node.to_str() +
                                 ": the index is not affine, so what has to be computed of \"" +
                                 source.name + "\" is not known while compiling",
                             where);
        }
        points = points.unite(read.intersect_domain(reader.domain).range());
    };
    core::for_each_node(reader.value, add);
    core::for_each_node(reader.predicate, add);
    return points;
}

void restrict_to(core::computation_state &definition, const isl::set &points) {
    definition.domain = poly::in_one_piece(points);
    definition.nest.map = poly::identity_loops(definition.domain);
}

void restrict_to_what_is_read(core::computation_state &source, source_place where) {
    isl::set points = source.domain.subtract(source.domain);
    for (const auto &reader : source.owner->computations) {
        if (!reader->is_input() && reader->base != source.base) {
            points = points.unite(read_points(*reader, source, where));
        }
    }
    if (!points.is_empty()) {
        restrict_to(source, points);
    }
}

} // namespace

void older_computation_calls::add_definitions(const std::string &isl_domain, const expr &value,
                                              bool, primitive_t, function *, source_place where) {
    core::definition what;
    what.value = value;
    what.where = where;
    core::add_update_on_set(*self().state()->base, isl_domain, std::move(what));
}

computation &older_computation_calls::add_associated_let_stmt(const std::string &name,
                                                              const expr &value,
                                                              source_place where) {
    core::computation_state &definition = *self().part();
    for (const auto &[other, earlier] : definition.lets) {
        if (core::reads_name(earlier, name)) {
            throw user_error(core::subject(definition), "add_associated_let_stmt(" + name + ")",
                             "\"" + other +
                                 "\", which was let before, is computed from another \"" + name +
                                 "\"; let this one first, or under another name",
                             where);
        }
    }
    const expr meant = core::substitute(value, definition.lets);
    definition.lets[name] = meant;
    if (definition.value.is_defined()) {
        definition.value = core::substitute(definition.value, {{name, meant}});
    }
    return self();
}

void older_function_calls::compute_bounds(source_place where) {
    core::function_state &function = *self().state();
    for (const core::command &given : function.commands) {
        if (!core::has_trait(given, core::orders_computations)) {
            throw user_error("function \"" + self().get_name() + "\"", "compute_bounds",
                             "comes after " + core::to_cpp(given) +
                                 " domains are computed before their loops are changed",
                             where);
        }
    }
    std::vector<core::computation_state *> all;
    for (const auto &definition : function.computations) {
        all.push_back(definition.get());
    }
    core::change(function, {core::subject(function), "compute_bounds", where}, all, [&] {
        for (auto source = all.rbegin(); source != all.rend(); ++source) {
            if (!(*source)->is_input() && (*source)->base == *source &&
                (*source)->updates.empty()) {
                restrict_to_what_is_read(**source, where);
            }
        }
    });
}

} // namespace tiramisu
