#include "core/program/run_time_bounds.h"

#include <algorithm>
#include <optional>

#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/unknown_name.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/run_time_bounds.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

const char *which(bool is_upper) {
    return is_upper ? "upper" : "lower";
}

void require_earlier_names(const function_state &function, const std::string &who,
                           const std::vector<iterator> &iterators, const run_time_bound &bound,
                           source_place where) {
    const std::string &own = iterators[bound.iterator].name;
    std::vector<std::string> earlier = names_of(iterators);
    earlier.resize(bound.iterator);
    if (const auto unknown = first_unknown_name(function, bound.value, earlier)) {
        throw user_error(who, "",
                         std::string(which(bound.is_upper)) + " bound " + bound.value.to_str() +
                             " of iterator \"" + own + "\" names \"" + *unknown +
                             "\", which is no constant and no iterator before \"" + own +
                             "\"; name the iterators that bounds are read from first",
                         where);
    }
}

bool is_taken(const function_state &function, const std::string &parameter) {
    const auto is_taken_by = [&](const auto &definition) {
        return std::any_of(
            definition->bounds.begin(), definition->bounds.end(),
            [&](const run_time_bound &bound) { return bound.parameter == parameter; });
    };
    const auto &staged = function.staged_computations;
    return std::any_of(function.computations.begin(), function.computations.end(), is_taken_by) ||
           std::any_of(staged.begin(), staged.end(), is_taken_by);
}

// "k.lower": the dot keeps it apart from constants.
std::string parameter_name(const function_state &function, const iterator &it, bool is_upper) {
    const std::string wish = it.name + "." + which(is_upper);
    std::string name = wish;
    for (int n = 1; is_taken(function, name); ++n) {
        name = wish + "." + std::to_string(n);
    }
    return name;
}

/// The bound's value over the loops around the loop that it bounds; nothing if the loops do not
/// tell it in one formula.
std::optional<expr> value_over_loops(const computation_state &definition,
                                     const scheduled_statement &statement, std::size_t index) {
    const poly::run_time_bound &bound = statement.bounds[index];
    const isl::map loops = statement.loops.divided().intersect_domain(statement.domain);
    std::vector<std::string> loop_names;
    for (int level = 0; level < bound.level; ++level) {
        loop_names.push_back("loop " + std::to_string(level));
    }
    std::map<std::string, expr> iterators;
    for (int dim : bound.needs) {
        if (!poly::is_determined(loops, bound.level, dim)) {
            return std::nullopt;
        }
        const isl::pw_multi_aff value =
            poly::value_from_loops(loops, bound.level, dim).as_pw_multi_aff();
        const auto iterator = to_expr(value.at(0), loop_names);
        if (!iterator) {
            return std::nullopt;
        }
        iterators[definition.iterators[static_cast<std::size_t>(dim)].name] = *iterator;
    }
    return substitute(definition.bounds[index].value, iterators);
}

// One parameter for both ends of a loop would make it empty before its time.
bool has_parameter(const scheduled_statement &statement, const std::string &parameter) {
    return std::any_of(
        statement.bounds.begin(), statement.bounds.end(),
        [&](const poly::run_time_bound &bound) { return bound.parameter == parameter; });
}

void replace_parameter(scheduled_statement &statement, const std::string &parameter,
                       const std::string &by) {
    statement.loops = poly::with_parameter_replaced(statement.loops.divided(), parameter, by);
    for (poly::run_time_bound &bound : statement.bounds) {
        bound.instances = poly::with_parameter_replaced(bound.instances, parameter, by);
        bound.parameter = bound.parameter == parameter ? by : bound.parameter;
    }
}

} // namespace

std::vector<int> iterators_named_in(const computation_state &definition, const expr &value) {
    std::vector<int> dims;
    for (std::size_t i = 0; i < definition.iterators.size(); ++i) {
        if (reads_name(value, definition.iterators[i].name)) {
            dims.push_back(static_cast<int>(i));
        }
    }
    return dims;
}

std::vector<run_time_bound> run_time_bounds(const function_state &function, const std::string &who,
                                            const std::vector<iterator> &iterators,
                                            source_place where) {
    const affine_space space(function, iterators);
    std::vector<run_time_bound> bounds;
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        for (const bool is_upper : {false, true}) {
            const expr &value = is_upper ? iterators[i].upper : iterators[i].lower;
            if (space.to_aff(value)) {
                continue;
            }
            bounds.push_back(
                run_time_bound_of(function, who, iterators, i, is_upper, value, where));
        }
    }
    return bounds;
}

run_time_bound run_time_bound_of(const function_state &function, const std::string &who,
                                 const std::vector<iterator> &iterators, std::size_t iterator,
                                 bool is_upper, const expr &value, source_place where) {
    run_time_bound bound = {parameter_name(function, iterators[iterator], is_upper), iterator,
                            is_upper, value};
    require_earlier_names(function, who, iterators, bound, where);
    return bound;
}

std::vector<poly::run_time_bound> scheduled_bounds(const computation_state &definition) {
    std::vector<poly::run_time_bound> bounds;
    for (const run_time_bound &bound : definition.bounds) {
        const auto dim = static_cast<int>(bound.iterator);
        bounds.push_back(
            {bound.parameter, bound.value.to_str(),
             poly::instances_within(definition.domain, dim, bound.parameter, bound.is_upper),
             iterators_named_in(definition, bound.value),
             poly::outermost_loop_over(definition.nest.map.divided(), dim)});
    }
    return bounds;
}

poly::loop_relation counted_from_start(const computation_state &definition,
                                       const poly::loop_relation &loops, int level) {
    for (const run_time_bound &bound : definition.bounds) {
        if (const auto counted =
                poly::counted_from_bound(loops.divided(), level, static_cast<int>(bound.iterator),
                                         bound.parameter, bound.is_upper)) {
            return *counted;
        }
    }
    return loops;
}

isl::map outer_loops(const computation_state &definition, int count) {
    isl::map outer = poly::keep_range(definition.nest.map.divided(), 0, count);
    for (const run_time_bound &bound : definition.bounds) {
        outer = poly::without_parameter(outer, bound.parameter);
    }
    return outer;
}

void share_equal_bounds(const std::vector<const computation_state *> &definitions,
                        std::vector<scheduled_statement> &statements) {
    struct known_value {
        const scheduled_statement *statement;
        std::string parameter;
        int level;
        expr value;
    };
    std::vector<known_value> known;
    for (std::size_t s = 0; s < statements.size(); ++s) {
        scheduled_statement &statement = statements[s];
        for (std::size_t i = 0; i < statement.bounds.size(); ++i) {
            const auto value = value_over_loops(*definitions[s], statement, i);
            const int level = statement.bounds[i].level;
            if (!value) {
                continue;
            }
            const auto same = std::find_if(known.begin(), known.end(), [&](const auto &other) {
                return other.level == level && other.value.is_equal(*value) &&
                       poly::shared_levels(*other.statement, statement) > level;
            });
            if (same == known.end()) {
                known.push_back({&statement, statement.bounds[i].parameter, level, *value});
            } else if (!has_parameter(statement, same->parameter)) {
                replace_parameter(statement, statement.bounds[i].parameter, same->parameter);
            }
        }
    }
}

} // namespace tiramisu::core
