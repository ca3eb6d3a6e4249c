#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/public_call.h"
#include "core/program/storage.h"
#include "tiramisu/computation.h"

// Inputs: computations whose values come from outside.

namespace tiramisu {

namespace {

core::definition input_of(std::string name, const std::vector<var> &iterators, primitive_t type,
                          source_place where) {
    core::definition what;
    what.name = std::move(name);
    what.iterators = core::iterators_of(iterators);
    what.type = type;
    what.where = where;
    return what;
}

std::shared_ptr<core::computation_state> define_input_implicit(core::definition what) {
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
        const auto made = define_input_implicit(input_of(name, iterators, type, where));
        core::allocate_storage(*made, sizes, a_input, where);
    });
    return iterators;
}

std::vector<var> vars_named(const std::vector<std::string> &names, source_place where) {
    std::vector<var> vars;
    for (const std::string &name : names) {
        vars.emplace_back(name, where);
    }
    return vars;
}

std::vector<var> over(const std::vector<expr> &sizes, source_place where) {
    std::vector<var> iterators;
    for (const expr &size : sizes) {
        iterators.emplace_back(expr(0), size, where);
    }
    return iterators;
}

} // namespace

input::input(std::string name, const std::vector<var> &iterators, primitive_t type,
             source_place where)
    : computation(define_input_implicit(input_of(std::move(name), iterators, type, where))) {}

input::input(const std::vector<var> &iterators, primitive_t type, source_place where)
    : input("", iterators, type, where) {}

input::input(const std::string &name, const std::vector<std::string> &iterators,
             std::vector<expr> sizes, primitive_t type, source_place where)
    : input(name, tried_input(name, vars_named(iterators, where), type, sizes, where), type,
            where) {
    core::allocate_storage(*state_, std::move(sizes), a_input, where);
}

Input::Input(const std::string &name, const std::vector<expr> &sizes, primitive_t type,
             source_place where)
    : input(name, tried_input(name, over(sizes, where), type, sizes, where), type, where) {
    core::allocate_storage(*state_, sizes, a_input, where);
}

} // namespace tiramisu
