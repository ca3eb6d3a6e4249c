#include "core/report/schedule_outline.h"

namespace tiramisu::core {

namespace {

std::string indentation(int level) {
    return std::string(static_cast<std::size_t>(2 * level), ' ');
}

std::string kind_note(const poly::shared_loop &loop) {
    const poly::loop_kind kind = poly::kind_of(loop);
    if (kind == poly::loop_kind::serial) {
        return "";
    }
    const bool is_masked = kind == poly::loop_kind::vectorized && poly::masked_lanes(loop) > 0;
    return " (" + to_string(kind) + (is_masked ? ", masked)" : ")");
}

void add_nested(const poly::shared_loop &around, std::string &text) {
    for (const poly::shared_loop &next : poly::nested_in(around)) {
        const poly::scheduled_statement &first = *next.statements.front();
        if (first.depth() <= next.level) {
            text += indentation(next.level) + first.name + '\n';
            continue;
        }
        text += indentation(next.level) + "loop " +
                first.loop_names[static_cast<std::size_t>(next.level)] + kind_note(next) + '\n';
        add_nested(next, text);
    }
}

} // namespace

std::string schedule_outline(const std::vector<poly::scheduled_statement> &statements) {
    poly::shared_loop all;
    for (const poly::scheduled_statement &statement : statements) {
        all.statements.push_back(&statement);
    }
    std::string text;
    add_nested(all, text);
    return text;
}

} // namespace tiramisu::core
