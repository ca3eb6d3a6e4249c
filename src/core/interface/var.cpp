#include "tiramisu/var.h"

#include "core/expr/fresh_names.h"
#include "core/program/state.h"

namespace tiramisu {

namespace {

expr checked_bound(const std::string &name, const std::string &which, const expr &bound,
                   source_place where) {
    if (bound.is_defined() && !is_integer(bound.get_data_type())) {
        throw user_error("var \"" + name + "\"", "",
                         which + " bound " + bound.to_str() + " has type " +
                             to_string(bound.get_data_type()) + "; bounds are integers",
                         where);
    }
    return bound;
}

std::string checked_name(const std::string &name, source_place where) {
    if (!core::is_identifier(name)) {
        throw user_error("var \"" + name + "\"", "",
                         "the name has to be made of letters, digits and _, not starting with a "
                         "digit",
                         where);
    }
    return name;
}

} // namespace

var::var() : expr(expr::variable(core::fresh_iterator_name(), p_int32)) {}

var::var(const std::string &name, source_place where)
    : expr(expr::variable(checked_name(name, where), core::type_of_name(name))) {}

var::var(const char *name, source_place where)
    : var(name != nullptr ? std::string(name) : std::string(), where) {}

var::var(primitive_t type, const std::string &name, source_place where)
    : expr(expr::variable(checked_name(name, where), type)) {
    core::remember_type(name, type);
}

var::var(const std::string &name, const expr &lower, const expr &upper, source_place where)
    : expr(expr::variable(checked_name(name, where), core::iterator_type(),
                          checked_bound(name, "lower", lower, where),
                          checked_bound(name, "upper", upper, where))) {}

var::var(const char *name, const expr &lower, const expr &upper, source_place where)
    : var(std::string(name), lower, upper, where) {}

var::var(const expr &lower, const expr &upper, source_place where)
    : var(core::fresh_iterator_name(), lower, upper, where) {}

expr var::get_lower() const {
    return has_bounds() ? get_operand(0) : expr();
}

expr var::get_upper() const {
    return has_bounds() ? get_operand(1) : expr();
}

} // namespace tiramisu
