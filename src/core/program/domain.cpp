#include "core/program/domain.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/program/affine.h"
#include "core/program/undeclared_name.h"
#include "polyhedral/isl_text.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

void require_bounds(const iterator &it, const std::string &who, source_place where) {
    if (!it.lower.is_defined() || !it.upper.is_defined()) {
        throw user_error(who, "",
                         "iterator \"" + it.name + "\" has no bounds; give it some: var " +
                             it.name + "(\"" + it.name + "\", lower, upper)",
                         where);
    }
}

// What is affine of the bound. A max below, or a min above, is a bound by each operand: one convex
// piece, where the values of max and min have two.
isl::set above(const affine_space &space, const isl::pw_aff &self, const expr &lower) {
    if (lower.get_op_type() == o_max) {
        return above(space, self, lower.get_operand(0))
            .intersect(above(space, self, lower.get_operand(1)));
    }
    const auto aff = space.to_aff(lower);
    return aff ? self.ge_set(*aff) : space.universe();
}

isl::set below(const affine_space &space, const isl::pw_aff &self, const expr &upper) {
    if (upper.get_op_type() == o_min) {
        return below(space, self, upper.get_operand(0))
            .intersect(below(space, self, upper.get_operand(1)));
    }
    const auto aff = space.to_aff(upper);
    return aff ? self.lt_set(*aff) : space.universe();
}

// Constants whose value is known are no parameters: texts may name them.
isl::set with_known_constants(const function_state &function, const isl::set &set) {
    std::map<std::string, long> values;
    for (const constant_state &constant : function.constants) {
        if (constant.value.is_constant() && is_integer(constant.type)) {
            values[constant.name] = constant.value.get_int_val();
        }
    }
    return poly::with_values(set, values);
}

/// `kind` is "set" or "map".
std::string restated(const function_state &function, const std::string &kind,
                     const std::string &text) {
    const std::string complaint = poly::last_error(function.ctx);
    const std::string quoted = "\"" + text + "\"";
    if (complaint.find("parentheses") != std::string::npos) {
        return "is not a " + kind + " in isl's notation: " + complaint;
    }
    if (complaint.find("syntax") == std::string::npos) {
        return quoted + " is not a " + kind + " in isl's notation but something else";
    }
    if (const std::string name = undeclared_name(text); !name.empty()) {
        return "is not a " + kind + " in isl's notation: \"" + name +
               "\" is neither an iterator nor a parameter; parameters stand in front, as in [" +
               name + "] -> { ... }; the text is " + quoted;
    }
    const std::size_t end = poly::read_until(function.ctx, text);
    return "is not a " + kind + " in isl's notation: " + complaint + " at character " +
           std::to_string(end) + ", after \"" + text.substr(0, end) + "\"; the text is " + quoted;
}

void await_unknown_parameters(function_state &function, const std::string &who,
                              const std::string &call, const isl::set &set, source_place where) {
    for (const std::string &name : poly::parameter_names(set)) {
        if (function.find_constant(name) == nullptr && function.let_values.count(name) == 0) {
            function.awaited_parameters.emplace(
                name, user_error(who, call,
                                 "parameter \"" + name + "\" is not a constant of function \"" +
                                     function.name + "\"; declare it: constant " + name + "(\"" +
                                     name + "\", ...)",
                                 where));
        }
    }
}

/// Iterators of one name are one, as in a set of isl's.
void require_same_bounds(const iterator &one, const iterator &other, const std::string &who,
                         source_place where) {
    const auto text = [](const iterator &of) {
        return "from " + of.lower.to_str() + " up to " + of.upper.to_str();
    };
    if (text(one) != text(other)) {
        throw user_error(who, "",
                         "two of its iterators are called \"" + one.name + "\", one running " +
                             text(one) + ", the other " + text(other) +
                             "; iterators of one name are one: give one of them another name",
                         where);
    }
}

} // namespace

isl::set box_domain(const function_state &function, const std::string &who,
                    const std::vector<iterator> &iterators, source_place where) {
    const affine_space space(function, iterators);
    isl::set box = space.universe();
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        const iterator &it = iterators[i];
        const isl::pw_aff self = space.dimension(static_cast<int>(i));
        require_bounds(it, who, where);
        box = box.intersect(above(space, self, it.lower));
        box = box.intersect(below(space, self, it.upper));
        for (std::size_t earlier = 0; earlier < i; ++earlier) {
            if (iterators[earlier].name == it.name) {
                require_same_bounds(iterators[earlier], it, who, where);
                box = box.intersect(self.eq_set(space.dimension(static_cast<int>(earlier))));
            }
        }
    }
    return box;
}

isl::set restrict_domain(const function_state &function, const std::string &who,
                         const isl::set &domain, const std::vector<iterator> &iterators,
                         const expr &condition, source_place where) {
    const auto points = affine_space(function, iterators).to_set(condition);
    if (!points) {
        throw user_error(who, "",
                         "predicate " + condition.to_str() +
                             " is not affine in iterators and constants; use add_predicate() for "
                             "a condition on values",
                         where);
    }
    const std::string name = poly::set_name(domain);
    return domain.intersect(name.empty() ? *points : poly::renamed(*points, name));
}

isl::set parse_set(function_state &function, const std::string &who, const std::string &call,
                   const std::string &text, source_place where) {
    const std::optional<isl::set> set = poly::parsed_set(function.ctx, text);
    if (!set) {
        throw user_error(who, call, restated(function, "set", text), where);
    }
    await_unknown_parameters(function, who, call, *set, where);
    return with_known_constants(function, *set);
}

isl::map parse_map(function_state &function, const std::string &who, const std::string &call,
                   const std::string &text, source_place where) {
    const std::optional<isl::map> map = poly::parsed_map(function.ctx, text);
    if (!map) {
        throw user_error(who, call, restated(function, "map", text), where);
    }
    await_unknown_parameters(function, who, call, map->wrap(), where);
    return with_known_constants(function, map->wrap()).unwrap();
}

void meet_awaited_parameter(function_state &function, const std::string &name) {
    if (function.awaited_parameters.erase(name) == 0) {
        return;
    }
    function.context = with_known_constants(function, function.context);
    for (const auto &definition : function.computations) {
        definition->domain = with_known_constants(function, definition->domain);
        definition->nest.map =
            with_known_constants(function, definition->nest.map.divided().wrap()).unwrap();
    }
}

std::vector<iterator> iterators_of(const isl::set &set) {
    std::vector<iterator> iterators;
    for (const std::string &name : poly::dim_names(set)) {
        const std::string position = std::to_string(iterators.size());
        iterators.push_back({name.empty() ? "_i" + position : name, p_int32, {}, {}});
    }
    return iterators;
}

std::vector<expr> variables(const std::vector<iterator> &iterators) {
    std::vector<expr> all;
    for (const iterator &it : iterators) {
        all.push_back(expr::variable(it.name, it.type));
    }
    return all;
}

} // namespace tiramisu::core
