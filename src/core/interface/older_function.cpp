#include "tiramisu/older_function.h"

#include <set>

#include "core/expr/expr_walk.h"
#include "core/meaning/fixed_order.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "polyhedral/isl_bridge.h"
#include "tiramisu/constant.h"
#include "tiramisu/function.h"

namespace tiramisu {

function &older_function_calls::self() {
    return static_cast<function &>(*this);
}

const function &older_function_calls::self() const {
    return static_cast<const function &>(*this);
}

void older_function_calls::set_context_set(isl_set *set, source_place where) {
    self().set_context_set(poly::to_text(isl::manage_copy(set)), where);
}

constant *older_function_calls::get_invariant_by_name(const std::string &name) const {
    core::function_state &function = *self().state();
    const core::constant_state *found = function.find_constant(name);
    if (found == nullptr) {
        return nullptr;
    }
    std::unique_ptr<constant> &handle = function.constant_handles[name];
    if (!handle) {
        handle = std::make_unique<constant>(
            core::not_owning(function.find_definition("_constant_" + name)), name,
            found->value.is_constant() ? found->value : expr::variable(name, found->type));
    }
    return handle.get();
}

void older_function_calls::allocate_and_map_buffers_automatically(source_place where) {
    core::function_state &function = *self().state();
    std::vector<core::computation_state *> all;
    for (const auto &definition : function.computations) {
        all.push_back(definition.get());
    }
    std::set<std::string> read;
    for (const auto &definition : function.computations) {
        core::for_each_node(definition->value, [&](const expr &node) {
            if (node.get_op_type() == o_access && node.get_name() != definition->name) {
                read.insert(node.get_name());
            }
        });
    }
    const core::public_call call = {core::subject(function),
                                    "allocate_and_map_buffers_automatically", where};
    core::change(function, call, all, [&] {
        for (const core::computation_state *definition : all) {
            if (definition->base == definition && !definition->is_marker &&
                !definition->is_inlined) {
                const argument_t role = definition->is_input()              ? a_input
                                        : read.count(definition->name) == 0 ? a_output
                                                                            : a_temporary;
                definition->handle->allocate_and_map_buffer_automatically(role, where);
            }
        }
    });
}

void older_function_calls::perform_full_dependency_analysis(source_place where) {
    core::function_state &function = *self().state();
    core::change(function, {core::subject(function), "perform_full_dependency_analysis", where}, {},
                 [&] { core::fix_order(function); });
}

bool older_function_calls::check_legality_for_function(source_place where) {
    return self().check_legality_of_function(where);
}

bool check_legality_of_function(source_place where) {
    return global::get_implicit_function(where)->check_legality_of_function(where);
}

void perform_full_dependency_analysis(source_place where) {
    global::get_implicit_function(where)->perform_full_dependency_analysis(where);
}

} // namespace tiramisu
