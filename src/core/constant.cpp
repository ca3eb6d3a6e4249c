#include "tiramisu/constant.h"

#include "core/expr_typing.h"
#include "core/state.h"

namespace tiramisu {

namespace {

void declare(core::function_state &owner, const std::string &name, const expr &value,
             source_place where) {
    const std::string who = "constant \"" + name + "\"";
    if (!core::is_identifier(name)) {
        throw user_error(who, "",
                         "the name has to be made of letters, digits and _, not starting with a "
                         "digit",
                         where);
    }
    if (value.get_data_type() == p_none) {
        throw user_error(who, "", "has neither a value nor a type", where);
    }
    if (owner.find_constant(name) != nullptr) {
        throw user_error(
            who, "", "function \"" + owner.name + "\" already has a constant of that name", where);
    }
    owner.constants.push_back({name, value.get_data_type(), value.is_defined() ? value : expr()});
}

expr converted(const expr &value, primitive_t type) {
    if (value.get_data_type() == type) {
        return value;
    }
    if (value.is_constant() && core::is_exact(value, type)) {
        return core::converted_literal(value, type);
    }
    return value.is_defined() ? cast(type, value) : expr(type);
}

} // namespace

constant::constant(std::string name, const expr &value, function *owner, source_place where)
    : name_(std::move(name)),
      value_(value.is_constant() ? value : expr::variable(name_, value.get_data_type())) {
    declare(owner != nullptr ? *owner->state()
                             : *core::implicit_function("constant \"" + name_ + "\"", where),
            name_, value, where);
}

constant::constant(std::string name, const expr &value, primitive_t type, function *owner,
                   source_place where)
    : constant(std::move(name), converted(value, type), owner, where) {}

constant::constant(std::string name, const expr &value, primitive_t type, bool function_wide,
                   const computation *, int, function *owner, source_place where)
    : name_(std::move(name)), value_(converted(value, type)) {
    if (function_wide) {
        *this = constant(name_, value_, owner, where);
        return;
    }
    if (!value.is_defined()) {
        throw user_error("constant \"" + name_ + "\"", "",
                         "has no value, but is not an argument: it is not function-wide", where);
    }
}

} // namespace tiramisu
