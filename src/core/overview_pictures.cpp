#include "core/overview_pictures.h"

#include <algorithm>

#include "core/iteration_space_svg.h"

namespace tiramisu::core {

namespace {

constexpr int default_value = 8, largest = 12;

std::string iterator_name(const computation_state &definition, std::size_t at) {
    return at < definition.iterators.size() ? definition.iterators[at].name : "";
}

bool have_same_axes(const std::vector<const computation_state *> &group) {
    return std::all_of(group.begin(), group.end(), [&](const computation_state *one) {
        return iterator_name(*one, 0) == iterator_name(*group.front(), 0) &&
               iterator_name(*one, 1) == iterator_name(*group.front(), 1);
    });
}

/// Those that share the outermost loop, where one picture can show them; else each by itself.
std::vector<std::vector<const computation_state *>> groups(const function_state &function,
                                                           const analysis &now) {
    poly::shared_loop all;
    for (const poly::scheduled_statement &statement : now.statements) {
        all.statements.push_back(&statement);
    }
    std::vector<std::vector<const computation_state *>> found;
    for (const poly::shared_loop &loop : poly::nested_in(all)) {
        std::vector<const computation_state *> group;
        for (const poly::scheduled_statement *statement : loop.statements) {
            const computation_state *definition = function.find_definition(statement->name);
            if (!definition->iterators.empty()) {
                group.push_back(definition);
            }
        }
        if (have_same_axes(group)) {
            found.push_back(group);
        } else {
            for (const computation_state *one : group) {
                found.push_back({one});
            }
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

} // namespace

std::vector<titled_picture> overview_pictures(const function_state &function, const analysis &now,
                                              std::map<std::string, int> parameters) {
    for (const constant_state &one : function.constants) {
        parameters.emplace(one.name, default_value);
    }
    std::vector<titled_picture> pictures;
    for (const auto &group : groups(function, now)) {
        if (group.empty()) {
            continue;
        }
        const iteration_space_request asked = {group, iterator_name(*group.front(), 0),
                                               iterator_name(*group.front(), 1), parameters,
                                               largest};
        pictures.push_back({title_of(asked), to_svg(find_iteration_space(
                                                 function, now, asked, "overview_pictures", {}))});
    }
    return pictures;
}

} // namespace tiramisu::core
