#include "core/report/overview_pictures.h"

#include <algorithm>

#include "core/program/command.h"
#include "core/report/iteration_space_svg.h"
#include "polyhedral/isl_bridge.h"
#include "support/joined_names.h"

namespace tiramisu::core {

namespace {

constexpr int default_value = 8, largest = 12;

/// The names of the loops or iterators that run downward and to the right; there is no second name
/// where a computation has a single iterator.
using axes = std::pair<std::string, std::string>;

bool has_iterator(const computation_state &definition, const std::string &name) {
    return std::any_of(definition.iterators.begin(), definition.iterators.end(),
                       [&](const iterator &one) { return one.name == name; });
}

bool has_loop(const computation_state &definition, const std::string &name) {
    return std::any_of(definition.nest.loops.begin(), definition.nest.loops.end(),
                       [&](const scheduled_loop &one) { return one.name == name; });
}

std::vector<std::string> iterators_named_in(const command &given,
                                            const computation_state &definition) {
    std::vector<std::string> names;
    const auto add = [&](const loop_reference &loop) {
        if (has_iterator(definition, loop.name)) {
            names.push_back(loop.name);
        }
    };
    for (const command_argument &argument : given.arguments) {
        if (const auto *one = std::get_if<loop_reference>(&argument)) {
            add(*one);
        } else if (const auto *several = std::get_if<std::vector<loop_reference>>(&argument)) {
            std::for_each(several->begin(), several->end(), add);
        }
    }
    return names;
}

/// The loops that the first skew or tile command names: there a picture shows most.
axes telling_axes(const computation_state &definition) {
    for (const char *name : {"skew", "tile"}) {
        for (const command &given : definition.nest.history) {
            const std::vector<std::string> named = given.name == name
                                                       ? iterators_named_in(given, definition)
                                                       : std::vector<std::string>();
            if (named.size() > 1) {
                return {named[0], named[1]};
            }
        }
    }
    const std::vector<iterator> &all = definition.iterators;
    return {all[0].name, all.size() > 1 ? all[1].name : ""};
}

bool has_asked(const computation_state &definition, const overview_request &asked) {
    const auto has = [&](const std::string &name) {
        return has_loop(definition, name) || has_iterator(definition, name);
    };
    return has(asked.rows) && has(asked.columns);
}

axes axes_of(const computation_state &definition, const overview_request &asked) {
    return has_asked(definition, asked) ? axes{asked.rows, asked.columns}
                                        : telling_axes(definition);
}

using group = std::vector<const computation_state *>;

/// Computations by picture: those that share the outermost loop in one, where it can show them; the
/// others each in its own.
std::vector<group> groups(const function_state &function, const analysis &now,
                          const overview_request &asked) {
    poly::shared_loop all;
    for (const poly::scheduled_statement &statement : now.statements) {
        all.statements.push_back(&statement);
    }
    std::vector<group> found;
    for (const poly::shared_loop &loop : poly::nested_in(all)) {
        std::map<axes, group> by_axes;
        group members;
        for (const poly::scheduled_statement *statement : loop.statements) {
            const computation_state *definition = function.find_definition(statement->name);
            if (!definition->iterators.empty()) {
                by_axes[axes_of(*definition, asked)].push_back(definition);
                members.push_back(definition);
            }
        }
        if (by_axes.size() == 1) {
            found.push_back(members);
            continue;
        }
        for (const computation_state *one : members) {
            found.push_back({one});
        }
    }
    return found;
}

std::string title_of(const iteration_space_request &asked) {
    std::string title;
    for (const computation_state *one : asked.computations) {
        title += (title.empty() ? "" : ", ") + one->id;
    }
    for (const auto &[name, value] : asked.parameters) {
        title += "; " + name + " = " + std::to_string(value);
    }
    return title;
}

titled_picture drawn(const function_state &function, const analysis &now,
                     const iteration_space_request &asked) {
    try {
        return {title_of(asked),
                to_svg(find_iteration_space(function, now, asked, "overview_pictures", {})), ""};
    } catch (const user_error &reason) {
        return {title_of(asked), "", reason.what()};
    } catch (const isl::exception &) {
        return {title_of(asked), "",
                "isl, which computes with sets of instances, gives up" +
                    poly::last_error_in_brackets(function.ctx)};
    }
}

/// What is asked for of which the function has nothing.
std::vector<titled_picture> unknown_names(const function_state &function,
                                          const overview_request &asked) {
    std::vector<titled_picture> unknown;
    std::vector<std::string> scalars;
    for (const constant_state &one : function.constants) {
        scalars.push_back(one.name);
    }
    for (const auto &[name, value] : asked.parameters) {
        if (std::find(scalars.begin(), scalars.end(), name) == scalars.end()) {
            const std::string known = support::joined(scalars);
            unknown.push_back({name + " = " + std::to_string(value), "",
                               "there is no scalar argument \"" + name + "\"" +
                                   (known.empty() ? "" : "; there are " + known)});
        }
    }
    const std::vector<const computation_state *> all = function.executed();
    for (const std::string &name : {asked.rows, asked.columns}) {
        const bool is_known = std::any_of(all.begin(), all.end(), [&](const auto *one) {
            return has_loop(*one, name) || has_iterator(*one, name);
        });
        if (!name.empty() && !is_known) {
            unknown.push_back(
                {"along " + name, "", "no computation has a loop or an iterator \"" + name + "\""});
        }
    }
    return unknown;
}

} // namespace

std::vector<titled_picture> overview_pictures(const function_state &function, const analysis &now,
                                              const overview_request &asked) {
    std::map<std::string, int> parameters = asked.parameters;
    for (const constant_state &one : function.constants) {
        parameters.emplace(one.name, default_value);
    }
    std::vector<titled_picture> pictures;
    for (const group &members : groups(function, now, asked)) {
        const auto [rows, columns] = axes_of(*members.front(), asked);
        pictures.push_back(drawn(
            function, now,
            {members, rows, columns, parameters, largest, !has_asked(*members.front(), asked)}));
    }
    const std::vector<titled_picture> unknown = unknown_names(function, asked);
    pictures.insert(pictures.end(), unknown.begin(), unknown.end());
    return pictures;
}

} // namespace tiramisu::core
