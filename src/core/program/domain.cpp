#include "core/program/domain.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/program/affine.h"
#include "core/program/undeclared_name.h"

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

// What is affine of the bound: of a min above, or a max below, the operands that are.
isl::set above(const affine_space &space, const isl::pw_aff &self, const expr &lower) {
    if (const auto aff = space.to_aff(lower)) {
        return self.ge_set(*aff);
    }
    return lower.get_op_type() == o_max ? above(space, self, lower.get_operand(0))
                                              .intersect(above(space, self, lower.get_operand(1)))
                                        : space.universe();
}

isl::set below(const affine_space &space, const isl::pw_aff &self, const expr &upper) {
    if (const auto aff = space.to_aff(upper)) {
        return self.lt_set(*aff);
    }
    return upper.get_op_type() == o_min ? below(space, self, upper.get_operand(0))
                                              .intersect(below(space, self, upper.get_operand(1)))
                                        : space.universe();
}

// Constants whose value is known are no parameters: texts may name them.
isl::set with_known_constants(const function_state &function, const isl::set &set) {
    isl_set *known = set.copy();
    for (const constant_state &constant : function.constants) {
        if (!constant.value.is_constant() || !is_integer(constant.type)) {
            continue;
        }
        const int dim = isl_set_find_dim_by_name(known, isl_dim_param, constant.name.c_str());
        if (dim >= 0) {
            const auto at = static_cast<unsigned>(dim);
            isl_val *value =
                isl_val_int_from_si(isl_set_get_ctx(known), constant.value.get_int_val());
            known = isl_set_fix_val(known, isl_dim_param, at, value);
            known = isl_set_project_out(known, isl_dim_param, at, 1);
        }
    }
    return isl::manage(known);
}

struct close_file {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

/// How much of the text isl had read when it gave up; its message does not tell.
std::size_t read_until(isl_ctx *ctx, std::string text) {
    const std::unique_ptr<std::FILE, close_file> file(fmemopen(text.data(), text.size(), "r"));
    isl_set_free(isl_set_read_from_file(ctx, file.get()));
    const long position = std::ftell(file.get());
    return std::min(text.size(), static_cast<std::size_t>(std::max(0L, position)));
}

/// `kind` is "set" or "map".
std::string restated(const function_state &function, const std::string &kind,
                     const std::string &text) {
    const std::string complaint = poly::last_error(function.ctx);
    const std::string quoted = "\"" + text + "\"";
    if (complaint.find("syntax") == std::string::npos) {
        return quoted + " is not a " + kind + " in isl's notation but something else";
    }
    if (const std::string name = undeclared_name(text); !name.empty()) {
        return "is not a " + kind + " in isl's notation: \"" + name +
               "\" is neither an iterator nor a parameter; parameters stand in front, as in [" +
               name + "] -> { ... }; the text is " + quoted;
    }
    const std::size_t end = read_until(function.context_owner.get(), text);
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
    isl_set *parsed = isl_set_read_from_str(function.context_owner.get(), text.c_str());
    if (parsed == nullptr) {
        throw user_error(who, call, restated(function, "set", text), where);
    }
    const isl::set set = isl::manage(isl_set_drop_unused_params(parsed));
    await_unknown_parameters(function, who, call, set, where);
    return with_known_constants(function, set);
}

isl::map parse_map(function_state &function, const std::string &who, const std::string &call,
                   const std::string &text, source_place where) {
    isl_map *parsed = isl_map_read_from_str(function.context_owner.get(), text.c_str());
    if (parsed == nullptr) {
        throw user_error(who, call, restated(function, "map", text), where);
    }
    const isl::map map = isl::manage(isl_map_drop_unused_params(parsed));
    await_unknown_parameters(function, who, call, map.wrap(), where);
    return with_known_constants(function, map.wrap()).unwrap();
}

void meet_awaited_parameter(function_state &function, const std::string &name) {
    if (function.awaited_parameters.erase(name) == 0) {
        return;
    }
    function.context = with_known_constants(function, function.context);
    for (const auto &definition : function.computations) {
        definition->domain = with_known_constants(function, definition->domain);
        definition->nest.map = with_known_constants(function, definition->nest.map.wrap()).unwrap();
    }
}

std::vector<iterator> iterators_of(const isl::set &set) {
    std::vector<iterator> iterators;
    for (int dim = 0; dim < poly::set_dims(set); ++dim) {
        const char *name = isl_set_get_dim_name(set.get(), isl_dim_set, static_cast<unsigned>(dim));
        iterators.push_back({name == nullptr ? "_i" + std::to_string(dim) : name, p_int32, {}, {}});
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
