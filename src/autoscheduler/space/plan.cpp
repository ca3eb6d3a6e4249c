#include "tiramisu/tune/plan.h"

#include <algorithm>

namespace tiramisu::tune {

plan plan::plain(const program_view &view) {
    plan made;
    for (std::size_t s = 0; s < view.statements.size(); ++s) {
        planned_nest nest;
        nest.statement = s;
        const auto &iterators = view.statements[s].iterators;
        for (std::size_t i = 0; i < iterators.size(); ++i) {
            nest.loops.push_back({iterators[i].name, i, 1, iterators[i].extent, loop_use::serial,
                                  iterators[i].has_constant_extent});
        }
        made.nests.push_back(nest);
    }
    return made;
}

std::vector<std::string> nest_writer::names() const {
    std::vector<std::string> all;
    for (const planned_loop &one : nest_.loops) {
        all.push_back(one.name);
    }
    return all;
}

bool nest_writer::has(const std::string &name) const {
    const auto &loops = nest_.loops;
    return std::any_of(loops.begin(), loops.end(),
                       [&](const planned_loop &one) { return one.name == name; });
}

planned_loop &nest_writer::loop(const std::string &name) {
    return *std::find_if(nest_.loops.begin(), nest_.loops.end(),
                         [&](const planned_loop &one) { return one.name == name; });
}

void nest_writer::give(const std::string &name, std::vector<command_argument> arguments) {
    to_.commands.push_back({id_, name, std::move(arguments)});
}

std::pair<std::string, std::string> nest_writer::split(const std::string &name, long size,
                                                       const std::string &outer,
                                                       const std::string &inner) {
    planned_loop &whole = loop(name);
    if (size <= 1) {
        return {name, ""};
    }
    if (size >= whole.extent && whole.is_constant) {
        return {"", name};
    }
    give("split", {loop_reference(name), static_cast<int>(size), new_loop(outer), new_loop(inner)});
    planned_loop inside = whole;
    inside.name = inner;
    inside.extent = size;
    inside.is_constant = true;
    whole.name = outer;
    whole.extent = (whole.extent + size - 1) / size;
    whole.step *= size;
    const auto at = std::find_if(nest_.loops.begin(), nest_.loops.end(),
                                 [&](const planned_loop &one) { return one.name == outer; });
    nest_.loops.insert(at + 1, inside);
    return {outer, inner};
}

void nest_writer::reorder(const std::vector<std::string> &loops) {
    std::vector<planned_loop> ordered;
    for (const std::string &name : loops) {
        if (has(name)) {
            ordered.push_back(loop(name));
        }
    }
    for (const planned_loop &one : nest_.loops) {
        if (std::find(loops.begin(), loops.end(), one.name) == loops.end()) {
            ordered.push_back(one);
        }
    }
    const std::vector<std::string> before = names();
    nest_.loops = ordered;
    if (names() == before) {
        return;
    }
    std::vector<loop_reference> references;
    for (const planned_loop &one : ordered) {
        references.emplace_back(one.name);
    }
    give("reorder", {references});
}

void nest_writer::parallelize(const std::string &name) {
    loop(name).use = loop_use::parallel;
    give("parallelize", {loop_reference(name)});
}

void nest_writer::unroll(const std::string &name) {
    loop(name).use = loop_use::unrolled;
    give("unroll", {loop_reference(name)});
}

void nest_writer::peel_ends(const std::string &name) {
    give("peel_first", {loop_reference(name), 1});
    give("peel_last", {loop_reference(name), 1});
}

void nest_writer::vectorize(const std::string &name, int lanes, tail rest) {
    const std::string outer = name + "_v", inner = name + "_l";
    std::vector<command_argument> arguments = {loop_reference(name), lanes, new_loop(outer),
                                               new_loop(inner)};
    if (rest == tail::masked) {
        arguments.emplace_back(rest);
    }
    give("vectorize", arguments);
    planned_loop &whole = loop(name);
    planned_loop vector = whole;
    vector.name = inner;
    vector.extent = lanes;
    vector.use = loop_use::vectorized;
    vector.is_constant = true;
    whole.name = outer;
    whole.extent = (whole.extent + lanes - 1) / lanes;
    whole.step *= lanes;
    const auto at = std::find_if(nest_.loops.begin(), nest_.loops.end(),
                                 [&](const planned_loop &one) { return one.name == outer; });
    nest_.loops.insert(at + 1, vector);
}

} // namespace tiramisu::tune
