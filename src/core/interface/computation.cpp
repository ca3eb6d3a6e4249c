#include "tiramisu/computation.h"

#include "core/program/definition.h"
#include "core/program/loop_constants.h"
#include "core/program/own_elements.h"
#include "core/program/public_call.h"
#include "core/program/staging.h"

namespace tiramisu {

using core::definition;

const var schedule_commands::root("root");

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
    core::require_own_elements(*owner, core::quoted_subject(what.name), "", what.value, what.where);
    return core::shared_with_owner(core::define(*owner, std::move(what)));
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

// Of itself it changes nothing.
// NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
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

computation &computation::set_expression(const expr &value, source_place where) {
    const std::string call = "set_expression(" + value.to_str() + ")";
    core::require_own_elements(*state_->owner, core::subject(*state_), call, value, where);
    core::set_value(*state_, call, value, where);
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

} // namespace tiramisu
