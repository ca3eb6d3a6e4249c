#include "core/expr/fresh_names.h"

#include "support/immortal.h"

namespace tiramisu::core {

namespace {

thread_local int iterators_made = 0;
thread_local primitive_t type_of_iterators = p_int32;

// Static variables of programs and of this library have names before this file's own are made.
std::map<std::string, primitive_t> &types_of_names() {
    using types_of_thread = support::per_thread<std::map<std::string, primitive_t>>;
    static const types_of_thread &types = support::immortal<types_of_thread>();
    return *types;
}

} // namespace

std::string fresh_iterator_name() {
    static constexpr std::string_view letters = "ijklmnpqrstuvw";
    const int n = static_cast<int>(letters.size());
    const int round = iterators_made / n;
    const char letter = letters[static_cast<std::size_t>(iterators_made++ % n)];
    return std::string("_") + letter + (round == 0 ? "" : std::to_string(round));
}

void restart_fresh_names() {
    restart_fresh_names_at(0);
    types_of_names().clear();
}

int fresh_iterators_made() {
    return iterators_made;
}

void restart_fresh_names_at(int made) {
    iterators_made = made;
}

primitive_t iterator_type() {
    return type_of_iterators;
}

primitive_t type_of_name(const std::string &name) {
    const auto found = types_of_names().find(name);
    return found == types_of_names().end() ? iterator_type() : found->second;
}

void remember_type(const std::string &name, primitive_t type) {
    if (type != p_int32 && type != p_int64) {
        types_of_names().emplace(name, type);
    }
}

std::map<std::string, primitive_t> remembered_types() {
    return types_of_names();
}

void set_remembered_types(std::map<std::string, primitive_t> types) {
    types_of_names() = std::move(types);
}

void set_iterator_type(primitive_t type) {
    type_of_iterators = type;
}

} // namespace tiramisu::core
