#include "core/commands/loop_verbs.h"

#include "core/commands/nest_transformer.h"

namespace tiramisu::core::loop_verbs {

namespace {

void peel(nest_transformer &t, int poly::loop_cut::*end) {
    const int level = t.level();
    t.require_serial(level);
    const int count = t.number();
    if (count < 1) {
        t.refuse("peels " + std::to_string(count) + " iterations off loop \"" + t.name(level) +
                 "\"; give at least 1");
    }
    t.cut(level).*end = count;
}

} // namespace

void peel_first(nest_transformer &t) {
    peel(t, &poly::loop_cut::first);
}

void peel_last(nest_transformer &t) {
    peel(t, &poly::loop_cut::last);
}

void separate(nest_transformer &t) {
    t.cut(t.level()).separated = true;
}

} // namespace tiramisu::core::loop_verbs
