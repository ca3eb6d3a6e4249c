#include "core/fresh_names.h"
#include "core/state.h"
#include "tiramisu/function.h"

namespace tiramisu {

namespace {

thread_local std::unique_ptr<function> implicit;

} // namespace

namespace core {

function_state *implicit_function(const std::string &who, source_place where) {
    if (!implicit) {
        throw user_error(who, "",
                         "there is no function to belong to: call tiramisu::init(\"name\") first",
                         where);
    }
    return implicit->state();
}

} // namespace core

void init(std::string name, source_place where) {
    implicit = std::make_unique<function>(std::move(name), where);
    init();
}

void init() {
    global::set_default_tiramisu_options();
}

bool check_legality_of_function(source_place where) {
    return global::get_implicit_function(where)->check_legality_of_function(where);
}

void perform_full_dependency_analysis(source_place where) {
    global::get_implicit_function(where)->perform_full_dependency_analysis(where);
}

namespace global {

function *get_implicit_function(source_place where) {
    core::implicit_function("tiramisu", where);
    return implicit.get();
}

void set_default_tiramisu_options() {
    core::restart_fresh_names();
    core::set_iterator_type(p_int32);
}

} // namespace global

} // namespace tiramisu
