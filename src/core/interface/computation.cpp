#include "tiramisu/computation.h"

#include <algorithm>

#include "core/commands/loop_extent.h"
#include "core/commands/remainder.h"
#include "core/expr/error_text.h"
#include "core/expr/expr_text.h"
#include "core/expr/expr_typing.h"
#include "core/program/definition.h"
#include "core/program/loop_constants.h"
#include "core/program/public_call.h"
#include "core/program/staging.h"
#include "core/program/storage.h"

namespace tiramisu {

using core::definition;

const var computation::root("root");

namespace {

definition from_vars(std::string name, const std::vector<var> &iterators, expr value,
                     source_place where) {
    definition what;
    what.name = std::move(name);
    what.iterators = core::iterators_of(iterators);
    what.value = std::move(value);
    what.where = where;
    return what;
}

definition with_predicate(definition what, expr predicate) {
    what.predicate = std::move(predicate);
    return what;
}

/// A condition beside a type is a predicate: the value is given by set_expression().
definition typed(definition what, primitive_t type) {
    if (what.value.get_data_type() == p_boolean) {
        what.predicate = what.value;
        what.value = expr(type);
    } else {
        what.type = type;
    }
    return what;
}

definition declared(definition what, primitive_t type) {
    what.type = type;
    what.awaits_definition = true;
    return what;
}

std::shared_ptr<core::computation_state> define_implicit(definition what) {
    core::function_state *owner =
        core::implicit_function("computation \"" + what.name + "\"", what.where);
    return core::shared_with_owner(core::define(*owner, std::move(what)));
}

std::shared_ptr<core::computation_state> define_input_implicit(definition what, primitive_t type) {
    what.type = type;
    core::function_state *owner =
        core::implicit_function("input \"" + what.name + "\"", what.where);
    return core::shared_with_owner(core::define_input(*owner, std::move(what)));
}

/// Throws what the definition of an input with memory of its own would throw, before a part of it
/// is done. Returns its iterators.
std::vector<var> tried_input(const std::string &name, std::vector<var> iterators, primitive_t type,
                             const std::vector<expr> &sizes, source_place where) {
    const std::string who = "input \"" + name + "\"";
    core::function_state &owner = *core::implicit_function(who, where);
    const core::function_snapshot taken_back(owner, {});
    core::restating_errors(owner, {who, "", where}, [&] {
        const auto made = define_input_implicit(from_vars(name, iterators, expr(), where), type);
        core::allocate_storage(*made, sizes, a_input, where);
    });
    return iterators;
}

std::shared_ptr<core::computation_state> from_set(const std::string &isl_domain, const expr &value,
                                                  primitive_t type, function *owner,
                                                  source_place where) {
    definition what;
    what.value = value;
    what.type = type;
    what.where = where;
    core::function_state *state =
        owner != nullptr ? owner->state() : core::implicit_function("computation", where);
    return core::shared_with_owner(core::define_on_set(*state, isl_domain, std::move(what)));
}

std::vector<var> vars_named(const std::vector<std::string> &names, source_place where) {
    std::vector<var> vars;
    for (const std::string &name : names) {
        vars.emplace_back(name, where);
    }
    return vars;
}

} // namespace

computation::computation(const std::string &isl_domain, const expr &value, bool, primitive_t type,
                         function *owner, source_place where)
    : state_(from_set(isl_domain, value, type, owner, where)) {
    become_declared_handle();
}

computation::computation(std::string name, const std::vector<var> &iterators, expr value,
                         source_place where)
    : state_(define_implicit(from_vars(std::move(name), iterators, std::move(value), where))) {
    become_declared_handle();
}

computation::computation(const std::vector<var> &iterators, expr value, source_place where)
    : computation("", iterators, std::move(value), where) {}

computation::computation(std::string name, const std::vector<var> &iterators, expr value,
                         primitive_t type, source_place where)
    : state_(define_implicit(
          typed(from_vars(std::move(name), iterators, std::move(value), where), type))) {
    become_declared_handle();
}

computation::computation(const std::vector<var> &iterators, expr value, primitive_t type,
                         source_place where)
    : computation("", iterators, std::move(value), type, where) {}

computation::computation(std::string name, const std::vector<var> &iterators, expr predicate,
                         expr value, source_place where)
    : state_(define_implicit(with_predicate(
          from_vars(std::move(name), iterators, std::move(value), where), std::move(predicate)))) {
    become_declared_handle();
}

computation::computation(const std::vector<var> &iterators, expr predicate, expr value,
                         source_place where)
    : computation("", iterators, std::move(predicate), std::move(value), where) {}

computation::computation(std::string name, const std::vector<var> &iterators, primitive_t type,
                         source_place where)
    : state_(
          define_implicit(declared(from_vars(std::move(name), iterators, expr(), where), type))) {
    become_declared_handle();
}

computation::computation(const std::vector<var> &iterators, primitive_t type, source_place where)
    : computation("", iterators, type, where) {}

computation::computation(const computation &other)
    : state_(other.state_), is_part_(other.is_part_) {}

computation &computation::operator=(const computation &other) {
    if (state_ != other.state_) {
        leave_declared_handle();
    }
    state_ = other.state_;
    is_part_ = other.is_part_;
    return *this;
}

computation::~computation() {
    leave_declared_handle();
}

void computation::become_declared_handle() {
    is_declared_handle_ = true;
    state_->declared_handle = this;
}

void computation::leave_declared_handle() {
    if (is_declared_handle_) {
        is_declared_handle_ = false;
        state_->declared_handle = nullptr;
    }
}

input::input(std::string name, const std::vector<var> &iterators, primitive_t type,
             source_place where)
    : computation(
          define_input_implicit(from_vars(std::move(name), iterators, expr(), where), type)) {}

input::input(const std::vector<var> &iterators, primitive_t type, source_place where)
    : input("", iterators, type, where) {}

input::input(const std::string &name, const std::vector<std::string> &iterators,
             std::vector<expr> sizes, primitive_t type, source_place where)
    : input(name, tried_input(name, vars_named(iterators, where), type, sizes, where), type,
            where) {
    core::allocate_storage(*state_, std::move(sizes), a_input, where);
}

namespace {

std::vector<var> over(const std::vector<expr> &sizes, source_place where) {
    std::vector<var> iterators;
    for (const expr &size : sizes) {
        iterators.emplace_back(expr(0), size, where);
    }
    return iterators;
}

} // namespace

Input::Input(const std::string &name, const std::vector<expr> &sizes, primitive_t type,
             source_place where)
    : input(name, tried_input(name, over(sizes, where), type, sizes, where), type, where) {
    core::allocate_storage(*state_, sizes, a_input, where);
}

access::access(core::computation_state *target, expr value, source_place where)
    : expr(std::move(value)), target_(target), where_(where) {}

computation access::operator=(const expr &value) {
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

access computation::operator()() const {
    return at({});
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
    for (const expr &index : indices) {
        if (!is_integer(index.get_data_type()) || !index.is_defined()) {
            throw user_error(core::subject(*base), call,
                             "index " + index.to_str() + " has type " +
                                 to_string(index.get_data_type()) + "; an index is an integer",
                             where);
        }
    }
    return access(base, expr(o_access, base->name, std::move(indices), base->type), where);
}

computation::operator expr() const {
    return at(std::vector<expr>(state_->base->iterators.empty() ? 0 : 1, expr(0)));
}

computation &computation::set_expression(const expr &value, source_place where) {
    core::set_value(*state_, "set_expression(" + value.to_str() + ")", value, where);
    return *this;
}

computation &computation::add_predicate(const expr &condition, source_place where) {
    core::computation_state &defined = *part();
    if (condition.get_data_type() != p_boolean) {
        throw user_error(core::subject(defined), "add_predicate(" + condition.to_str() + ")",
                         "the condition has type " + to_string(condition.get_data_type()) +
                             "; a condition has type boolean: compare it, for example with != 0",
                         where);
    }
    core::require_unstaged(defined, "add_predicate(" + condition.to_str() + ")", where);
    const expr meant = core::with_loop_constants(*defined.owner, condition, defined.iterators);
    defined.predicate = defined.predicate.is_defined() ? defined.predicate && meant : meant;
    return *this;
}

core::computation_state *computation::part() const {
    return core::present(is_part_ ? state_.get() : state_->last());
}

computation computation::init() const {
    return computation(core::shared_with_owner(state_->base));
}

computation computation::update(int k, source_place where) const {
    const auto count = static_cast<int>(state_->base->updates.size());
    if (k < 0 || k >= count) {
        throw user_error(core::subject(*state_->base), "update(" + std::to_string(k) + ")",
                         "there is no such update: the computation has " + std::to_string(count) +
                             (count == 0 ? "" : ", counted from 0"),
                         where);
    }
    return computation(core::shared_with_owner(state_->base->updates[static_cast<std::size_t>(k)]));
}

computation &computation::get_update(int k, source_place where) {
    core::computation_state &base = *state_->base;
    if (k == 1 && base.updates.empty() && core::leaves_remainder(base)) {
        return core::remainder_of(base);
    }
    return k == 0 ? base.referred() : update(k - 1, where).state_->referred();
}

computation &computation::get_last_update() {
    const auto &updates = state_->base->updates;
    return updates.empty() ? state_->base->referred() : updates.back()->referred();
}

void computation::refuse_target(const std::string &call, const std::string &target,
                                source_place where) const {
    throw unsupported_error(core::subject(*part()), call,
                            "cannot be compiled for " + target +
                                " by this version; leave the call out to run on this machine's "
                                "processor",
                            where);
}

const std::string &computation::get_name() const {
    return state_->name;
}

const expr &computation::get_expr() const {
    const core::constant_state *constant = core::constant_at(*state_);
    return constant != nullptr ? constant->value : state_->value;
}

primitive_t computation::get_data_type() const {
    return state_->type;
}

std::vector<std::string> computation::get_loop_names() const {
    std::vector<std::string> names;
    for (const core::scheduled_loop &loop : part()->nest.loops) {
        names.push_back(loop.name);
    }
    return names;
}

int computation::compute_maximal_AST_depth() const {
    const core::computation_state &definition = *part();
    int depth = 0;
    for (std::size_t level = 0; level < definition.nest.loops.size(); ++level) {
        const auto most =
            core::largest_extent(definition.nest.map, definition.domain, static_cast<int>(level));
        depth += !most || *most > 1 ? 1 : 0;
    }
    return depth;
}

int computation::get_loop_level_number_from_dimension_name(const std::string &loop) const {
    const std::vector<std::string> names = get_loop_names();
    const auto found = std::find(names.begin(), names.end(), loop);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

} // namespace tiramisu
