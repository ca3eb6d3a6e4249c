#include "tiramisu/constant.h"

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

} // namespace

constant::constant(std::string name, const expr &value, function *owner, source_place where)
    : name_(std::move(name)),
      value_(value.is_constant() ? value : expr::variable(name_, value.get_data_type())) {
    declare(owner != nullptr ? *owner->state()
                             : *core::implicit_function("constant \"" + name_ + "\"", where),
            name_, value, where);
}

} // namespace tiramisu
