#include "core/fresh_names.h"

namespace tiramisu::core {

namespace {

thread_local int iterators_made = 0;
thread_local primitive_t type_of_iterators = p_int32;

} // namespace

std::string fresh_iterator_name() {
    static const std::string letters = "ijklmnpqrstuvw";
    const int n = static_cast<int>(letters.size());
    const int round = iterators_made / n;
    const char letter = letters[static_cast<std::size_t>(iterators_made++ % n)];
    return std::string("_") + letter + (round == 0 ? "" : std::to_string(round));
}

void restart_fresh_names() {
    restart_fresh_names_at(0);
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

void set_iterator_type(primitive_t type) {
    type_of_iterators = type;
}

} // namespace tiramisu::core
