#include "tiramisu/access.h"

#include "core/expr/error_text.h"
#include "core/expr/expr_text.h"
#include "core/expr/expr_typing.h"
#include "core/program/integer_indices.h"
#include "core/program/own_elements.h"
#include "core/program/state.h"
#include "core/program/update.h"
#include "tiramisu/computation.h"

// C(i, j): a value that is read, or an update on the left of an assignment.

namespace tiramisu {

access computation::operator()(source_place where) const {
    return at({}, where);
}

access computation::at(std::vector<expr> indices, source_place where) const {
    core::computation_state *base = state_->base;
    const std::size_t dims = base->iterators.size();
    // A computation without iterators may be read as C(0).
    if (dims == 0 && indices.size() == 1 && indices[0].is_constant()) {
        indices.clear();
    }
    const std::string call = base->name + "(" + core::expr_list_text(indices) + ")";
    if (indices.size() != dims) {
        throw user_error(core::subject(*base), call,
                         "is read with " + std::to_string(indices.size()) + " indices but has " +
                             std::to_string(dims) + " dimensions",
                         where);
    }
    if (base->type == p_none) {
        throw user_error(core::subject(*base), call,
                         "is read, but function \"" + base->owner->name +
                             "\" declares it without a type (p_none)" +
                             core::place_text(", at ", base->where) + "; values are of type " +
                             core::types_of_values() + ": declare it with one of these",
                         where);
    }
    core::require_integer_indices(*base, indices, call, where);
    return access(base, expr(o_access, base->name, std::move(indices), base->type), where);
}

computation::operator expr() const {
    return at(std::vector<expr>(state_->base->iterators.empty() ? 0 : 1, expr(0)));
}

namespace {

/// The access, which knows whose element it is.
std::shared_ptr<const expr_node> of_function(const expr &element,
                                             const core::function_state &function) {
    auto node = std::make_shared<expr_node>(*element.node());
    node->home = function.identity;
    return node;
}

} // namespace

access::access(core::computation_state *target, const expr &value, source_place where)
    : expr(of_function(value, *target->owner)), target_(core::shared_with_owner(target)),
      where_(where) {}

computation access::operator=(const expr &value) {
    const std::string call = to_str() + " = ...";
    if (!value.is_defined()) {
        throw user_error(core::subject(*target_), call,
                         "the value is undefined; give an expression", where_);
    }
    core::require_own_elements(*target_->owner, core::subject(*target_), call, value, where_);
    return computation(
        core::shared_with_owner(core::add_update(*target_, get_operands(), value, where_)));
}

// C(i) = C(i) is an update like any other.
// NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
computation access::operator=(const access &value) {
    return *this = static_cast<const expr &>(value);
}

computation access::operator+=(const expr &value) {
    return *this = expr(o_add, *this, value, where_);
}

computation access::operator-=(const expr &value) {
    return *this = expr(o_add, *this, expr(o_minus, value, where_), where_);
}

computation access::operator*=(const expr &value) {
    return *this = expr(o_mul, *this, value, where_);
}

computation access::min_with(const expr &value) {
    return *this = min(*this, value, where_);
}

computation access::max_with(const expr &value) {
    return *this = max(*this, value, where_);
}

} // namespace tiramisu
