#include "core/commands/loop_families.h"

#include "core/commands/nest_transformer.h"
#include "core/program/give_command.h"

namespace tiramisu::core {

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

void peel_first(nest_transformer &t) {
    peel(t, &poly::loop_cut::first);
}

void peel_last(nest_transformer &t) {
    peel(t, &poly::loop_cut::last);
}

void separate(nest_transformer &t) {
    t.cut(t.level()).separated = true;
}

} // namespace

command_family separation_family() {
    return {{"peel_first", {"LN"}, peel_first, nullptr, asks_for_widths},
            {"peel_last", {"LN"}, peel_last, nullptr, asks_for_widths},
            {"separate", {"L"}, separate, nullptr, asks_for_widths}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;

computation &schedule_commands::peel_first(const var &loop, int count, source_place where) {
    give(self(), "peel_first", {loop_reference(loop), count}, where);
    return self();
}

computation &schedule_commands::peel_last(const var &loop, int count, source_place where) {
    give(self(), "peel_last", {loop_reference(loop), count}, where);
    return self();
}

computation &schedule_commands::separate(const var &loop, source_place where) {
    give(self(), "separate", {loop_reference(loop)}, where);
    return self();
}

} // namespace tiramisu
