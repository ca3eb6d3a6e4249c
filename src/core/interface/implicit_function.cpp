#include <algorithm>

#include "core/expr/fresh_names.h"
#include "core/program/state.h"
#include "support/immortal.h"
#include "tiramisu/function.h"

namespace tiramisu {

namespace {

struct functions_of_thread {
    std::unique_ptr<function> implicit;
    /// Those that it has opened, as long as something keeps them alive.
    std::vector<std::weak_ptr<core::function_state>> opened;
};

const support::per_thread<functions_of_thread> here;

/// Whether the function will still be there after init(): the implicit one only if a handle of the
/// program keeps it.
bool outlives_replacement(const core::function_state &state, long owners) {
    const std::unique_ptr<function> &implicit = here->implicit;
    const bool is_implicit = implicit && implicit->state() == &state;
    return owners > (is_implicit ? 1 : 0);
}

void require_new_name(const std::string &name, source_place where) {
    auto &opened = here->opened;
    opened.erase(std::remove_if(opened.begin(), opened.end(),
                                [](const auto &state) { return state.expired(); }),
                 opened.end());
    for (const std::weak_ptr<core::function_state> &candidate : opened) {
        const long owners = candidate.use_count();
        const std::shared_ptr<core::function_state> state = candidate.lock();
        if (state->name == name && outlives_replacement(*state, owners)) {
            throw user_error("function \"" + name + "\"", "init(\"" + name + "\")",
                             "there is already a function of that name, and its buffers or "
                             "computations are still in use; C functions that are linked "
                             "together have names that differ",
                             where);
        }
    }
}

} // namespace

namespace core {

function_state *implicit_function(const std::string &who, source_place where) {
    if (!here->implicit) {
        throw user_error(who, "",
                         "there is no function to belong to: call tiramisu::init(\"name\") first",
                         where);
    }
    return here->implicit->state();
}

} // namespace core

void init(const std::string &name, source_place where) {
    require_new_name(name, where);
    auto state = core::make_function_state(name, where);
    here->opened.push_back(state);
    here->implicit = std::make_unique<function>(std::move(state));
    init();
}

void init() {
    global::set_default_tiramisu_options();
}

struct function_scope::surroundings {
    std::unique_ptr<function> implicit_function;
    int fresh_iterators;
    primitive_t iterator_type;
    std::map<std::string, primitive_t> remembered_types;
};

function_scope::function_scope(const std::string &name, source_place where)
    : before_(std::make_unique<surroundings>(
          surroundings{std::move(here->implicit), core::fresh_iterators_made(),
                       core::iterator_type(), core::remembered_types()})) {
    try {
        init(name, where);
        here->implicit->set_complete_schedule(true);
    } catch (...) {
        here->implicit = std::move(before_->implicit_function);
        throw;
    }
}

function_scope::~function_scope() {
    here->implicit = std::move(before_->implicit_function);
    core::restart_fresh_names_at(before_->fresh_iterators);
    core::set_iterator_type(before_->iterator_type);
    core::set_remembered_types(std::move(before_->remembered_types));
}

function function_scope::get() const {
    return *here->implicit;
}

namespace global {

function *get_implicit_function(source_place where) {
    core::implicit_function("tiramisu", where);
    return here->implicit.get();
}

void set_loop_iterator_type(primitive_t type) {
    if (type != p_int32 && type != p_int64) {
        throw user_error("global::set_loop_iterator_type(" + to_string(type) + ")", "",
                         "iterators are int32 or int64");
    }
    core::set_iterator_type(type);
}

primitive_t get_loop_iterator_data_type() {
    return core::iterator_type();
}

void set_default_tiramisu_options() {
    core::restart_fresh_names();
    core::set_iterator_type(p_int32);
}

} // namespace global

} // namespace tiramisu
