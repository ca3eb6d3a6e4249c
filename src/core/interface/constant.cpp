#include "tiramisu/constant.h"

#include "core/expr/expr_typing.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/loop_constants.h"
#include "core/program/public_call.h"
#include "core/program/state.h"

namespace tiramisu {

namespace {

const std::string place_prefix = "_constant_";

// An expression knows iterators and constants by their names alone.
void require_no_iterator(const core::function_state &owner, const std::string &name,
                         source_place where) {
    for (const auto &computation : owner.computations) {
        for (const core::iterator &it : computation->iterators) {
            if (it.name == name) {
                throw user_error("constant \"" + name + "\"", "",
                                 "computation \"" + computation->name +
                                     "\" has an iterator of that name; rename one of them",
                                 where);
            }
        }
    }
}

// Buffers and constants may both be arguments of the generated function.
void require_no_buffer(const core::function_state &owner, const std::string &name,
                       source_place where) {
    if (owner.find_buffer(name) != nullptr) {
        throw user_error("constant \"" + name + "\"", "",
                         "function \"" + owner.name + "\" has a buffer of that name", where);
    }
}

void declare(core::function_state &owner, const std::string &name, const expr &value,
             source_place where) {
    const std::string who = "constant \"" + name + "\"";
    if (!core::is_identifier(name)) {
        throw user_error(who, "",
                         "the name has to be made of letters, digits and _, not starting with a "
                         "digit",
                         where);
    }
    if (name == "__user_context") {
        throw user_error(who, "", "generated code has an argument of that name; take another name",
                         where);
    }
    core::require_type(who, "", value.get_data_type(), where);
    if (value.get_data_type() == p_none) {
        throw user_error(who, "",
                         "has neither a value nor a type; its type is one of " +
                             core::types_of_scalars(),
                         where);
    }
    if (is_short_float(value.get_data_type())) {
        throw user_error(who, "",
                         "is of type " + to_string(value.get_data_type()) +
                             ", which only memory has: make it a p_float32",
                         where);
    }
    if (owner.find_constant(name) != nullptr) {
        throw user_error(
            who, "", "function \"" + owner.name + "\" already has a constant of that name", where);
    }
    if (!value.is_constant()) {
        require_no_iterator(owner, name, where);
        require_no_buffer(owner, name, where);
    }
    owner.constants.push_back({name, value.get_data_type(), value.is_defined() ? value : expr()});
    core::meet_awaited_parameter(owner, name);
}

expr converted(const expr &value, primitive_t type) {
    if (value.get_data_type() == type || type == p_none) {
        return type == p_none ? expr() : value;
    }
    if (value.is_constant() && core::is_exact(value, type)) {
        return core::converted_literal(value, type);
    }
    return value.is_defined() ? cast(type, value) : expr(type);
}

/// What stands for a constant in ordering commands. It runs nothing, for constants are computed at
/// the start or where they are used, but it has the loops around its place.
std::shared_ptr<core::computation_state> place_of(core::function_state &owner,
                                                  const std::string &name, const computation *with,
                                                  int level, source_place where) {
    core::definition what;
    what.name = core::unique_name(owner, place_prefix + name);
    what.where = where;
    core::computation_state *made = core::define_input(owner, std::move(what));
    made->is_marker = true;
    if (with != nullptr) {
        const std::vector<core::scheduled_loop> &loops = with->part()->nest.loops;
        for (std::size_t l = 0; l < loops.size() && static_cast<int>(l) <= level; ++l) {
            made->nest.loops.push_back({loops[l].name});
        }
    }
    return core::shared_with_owner(made);
}

std::vector<core::computation_state *> all_definitions(const core::function_state &owner) {
    std::vector<core::computation_state *> all;
    for (const auto &definition : owner.computations) {
        all.push_back(definition.get());
    }
    return all;
}

/// Declares the constant, or throws and declares nothing. Returns what stands for it in the order.
std::shared_ptr<core::computation_state> declare_at(core::function_state &owner,
                                                    const std::string &name, const expr &value,
                                                    bool function_wide, const computation *with,
                                                    int level, source_place where) {
    const std::string who = "constant \"" + name + "\"";
    const bool may_be_named = !function_wide || owner.awaited_parameters.count(name) > 0;
    const std::vector<core::computation_state *> changed =
        may_be_named ? all_definitions(owner) : std::vector<core::computation_state *>();
    return core::change(owner, {who, "", where}, changed, [&] {
        auto place = place_of(owner, name, with, level, where);
        if (function_wide) {
            declare(owner, name, value, where);
        } else if (!value.is_defined()) {
            throw user_error(
                who, "", "has no value, but is not an argument: it is not function-wide", where);
        } else {
            owner.let_values[name] = core::with_loop_constants(owner, value, {});
            core::meet_loop_constant(owner, name);
        }
        return place;
    });
}

/// The literal, as an expression that still shows the constant's name.
class named_literal : public expr {
public:
    named_literal(const expr &literal, const std::string &name) : expr(named(literal, name)) {}

private:
    static std::shared_ptr<const expr_node> named(const expr &literal, const std::string &name) {
        auto node = std::make_shared<expr_node>(*literal.node());
        node->name = name;
        return node;
    }
};

/// How expressions refer to a constant of the function.
expr reference_to(const expr &value, const std::string &name) {
    return value.is_constant() ? named_literal(value, name)
                               : expr::variable(name, value.get_data_type());
}

core::function_state &owner_of(const function *owner, const std::string &name, source_place where) {
    return owner != nullptr ? *owner->state()
                            : *core::implicit_function("constant \"" + name + "\"", where);
}

} // namespace

namespace core {

const constant_state *constant_at(const computation_state &place) {
    const bool is_of_constant =
        place.is_marker && place.name.compare(0, place_prefix.size(), place_prefix) == 0;
    return is_of_constant ? place.owner->find_constant(place.name.substr(place_prefix.size()))
                          : nullptr;
}

} // namespace core

constant::constant(std::string name, const expr &value, function *owner, source_place where)
    : computation(declare_at(owner_of(owner, name, where), name, value, true, nullptr, -1, where)),
      name_(std::move(name)), value_(reference_to(value, name_)) {}

constant::constant(std::string name, const expr &value, primitive_t type, function *owner,
                   source_place where)
    : constant(std::move(name), converted(value, type), owner, where) {}

constant::constant(std::string name, const expr &value, primitive_t type, bool function_wide,
                   const computation *with, int level, function *owner, source_place where)
    : computation(declare_at(owner_of(owner, name, where), name, converted(value, type),
                             function_wide, with, level, where)),
      name_(std::move(name)), value_(converted(value, type)) {
    if (function_wide) {
        value_ = reference_to(value_, name_);
    }
}

} // namespace tiramisu
