#include "core/program/definition.h"

#include <set>

#include "core/expr/expr_typing.h"
#include "core/expr/expr_walk.h"
#include "core/program/buffer_copy.h"
#include "core/program/domain.h"
#include "core/program/let_bounds.h"
#include "core/program/loop_constants.h"
#include "core/program/public_call.h"
#include "core/program/run_time_bounds.h"
#include "core/program/staging.h"
#include "polyhedral/constraints.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"
#include "support/free_name.h"

namespace tiramisu::core {

namespace {

bool name_taken(const function_state &function, const std::string &name) {
    return function.find_computation(name) != nullptr ||
           function.find_definition(name) != nullptr || function.find_buffer(name) != nullptr;
}

// Says what the computation is made from, for those that the user did not name.
std::string derived_name(const function_state &function, const expr &value) {
    std::string name;
    std::set<std::string> seen;
    for_each_node(value, [&](const expr &node) {
        if (node.get_op_type() == o_access && seen.insert(node.get_name()).second &&
            seen.size() <= 3) {
            name += "_" + node.get_name();
        }
    });
    const std::string what = !value.is_defined() ? "_input"
                             : value.get_op_type() == o_memcpy
                                 ? "_copy_of_" + value.get_operand(0).get_name()
                             : name.empty() ? "_value"
                                            : "_from" + name;
    return unique_name(function, what);
}

std::string identifier_from(const std::string &name) {
    std::string id;
    for (char c : name) {
        id += is_identifier(std::string("x") + c) ? c : '_';
    }
    return is_identifier(id) ? id : "_" + id;
}

void require_free_name(const function_state &function, const std::string &name,
                       source_place where) {
    if (function.find_computation(name) != nullptr) {
        throw user_error(quoted_subject(name), "",
                         "function \"" + function.name +
                             "\" already has a computation of that name; names of computations "
                             "differ",
                         where);
    }
}

// Expressions know both by name.
void require_no_run_time_constant(const function_state &function, const definition &what,
                                  const iterator &it) {
    if (function.find_run_time_constant(it.name) != nullptr) {
        throw user_error(quoted_subject(what.name), "",
                         "iterator \"" + it.name + "\" has the name of a constant of function \"" +
                             function.name + "\"; rename one of them",
                         what.where);
    }
}

/// Older programs allocate a buffer by a computation, and have threads wait by one. It runs
/// nothing: the buffer is allocated, and threads wait, wherever they have to; but others may be
/// ordered after it.
bool is_place_in_order(const function_state &function, const definition &what) {
    if (what.value.get_op_type() != o_allocate) {
        return what.value.get_op_type() == o_sync;
    }
    if (function.find_buffer(what.value.get_name()) == nullptr) {
        throw user_error(quoted_subject(what.name), "",
                         "allocates buffer \"" + what.value.get_name() + "\", but function \"" +
                             function.name +
                             "\" has no buffer of that name; declare the buffer first",
                         what.where);
    }
    return true;
}

void name_and_check(const function_state &function, definition &what) {
    if (what.name.empty()) {
        what.name = derived_name(function, what.value);
    } else {
        require_free_name(function, what.name, what.where);
    }
}

} // namespace

std::string quoted_subject(const std::string &name) {
    return "computation \"" + name + "\"";
}

std::string unique_name(const function_state &function, const std::string &wish) {
    return support::free_name(wish,
                              [&](const std::string &name) { return name_taken(function, name); });
}

std::vector<iterator> iterators_of(const std::vector<var> &vars) {
    std::vector<iterator> iterators;
    for (const var &v : vars) {
        iterators.push_back({v.get_name(), v.get_data_type(), v.get_lower(), v.get_upper()});
    }
    return iterators;
}

void check_type(const std::string &who, const std::string &call, primitive_t &declared, expr &value,
                source_place where) {
    require_type(who, call, declared, where);
    if (value.get_op_type() == o_address) {
        throw user_error(who, call,
                         "the " + value.to_str() + " has no value; it is an argument of call()",
                         where);
    }
    if (is_no_value(value)) {
        throw user_error(who, call,
                         value.to_str() +
                             " has no value; give it to a computation when that is declared",
                         where);
    }
    if (!value.is_defined()) {
        if (declared == p_none) {
            declared = value.get_data_type();
        }
        return;
    }
    if (declared == p_none) {
        declared = value.get_data_type();
    } else if (value.is_constant() && is_exact(value, declared)) {
        value = converted_literal(value, declared);
    } else if (value.get_data_type() != declared) {
        throw user_error(who, call,
                         "has type " + to_string(declared) + " but the expression " +
                             value.to_str() + " has type " + to_string(value.get_data_type()) +
                             "; write cast(p_" + to_string(declared) + ", ...)",
                         where);
    }
}

computation_state *install(function_state &function, definition what, const isl::set &domain) {
    const bool is_place = is_place_in_order(function, what);
    if (is_place) {
        what.value = expr();
    }
    check_type(quoted_subject(what.name), "", what.type, what.value, what.where);
    for (const iterator &it : what.iterators) {
        require_no_run_time_constant(function, what, it);
    }
    if (what.iterators.size() > most_loops) {
        throw user_error(quoted_subject(what.name), "",
                         "has " + std::to_string(what.iterators.size()) + " iterators, at most " +
                             std::to_string(most_loops) +
                             " are possible; let one iterator stand for several, and take it apart "
                             "by / and %",
                         what.where);
    }
    auto made = std::make_unique<computation_state>();
    made->owner = &function;
    made->name = what.name;
    made->id = unique_name(function, identifier_from(what.name));
    made->iterators = std::move(what.iterators);
    made->domain = poly::renamed(domain, made->id);
    made->bounds = std::move(what.bounds);
    made->type = what.type;
    made->value = with_loop_constants(function, what.value, made->iterators);
    made->awaits_definition = what.awaits_definition;
    made->is_marker = is_place;
    made->target = variables(made->iterators);
    made->base = made.get();
    made->where = what.where;
    made->nest.map = poly::identity_loops(made->domain);
    for (const iterator &it : made->iterators) {
        made->nest.loops.push_back({it.name});
    }
    made->handle = std::make_unique<computation>(not_owning(made.get()));
    function.computations.push_back(std::move(made));
    return function.computations.back().get();
}

static computation_state *install_copying(function_state &function, definition what,
                                          const isl::set &domain,
                                          const std::optional<buffer_copy> &copy) {
    computation_state *made = install(function, std::move(what), domain);
    if (copy) {
        store_copy(*made, *copy);
    }
    return made;
}

/// Whether loops over the points repeat only after the product of all divisors: isl writes such out
/// part by part, for minutes. A condition in loops over all points is short.
static bool makes_long_loops(const isl::set &points) {
    constexpr int most_parts = 4;
    return points.n_basic_set() > most_parts && poly::most_divisions(points) > 0;
}

computation_state *define(function_state &function, definition what) {
    name_and_check(function, what);
    const std::string who = quoted_subject(what.name);
    for (iterator &it : what.iterators) {
        it.lower = with_loop_constants(function, it.lower, what.iterators);
        it.upper = with_loop_constants(function, it.upper, what.iterators);
    }
    return change(function, {who, "", what.where}, {}, [&] {
        const std::optional<buffer_copy> copy = copy_asked_for(function, what);
        if (copy) {
            become_copy(function, what, *copy);
        }
        isl::set domain = box_domain(function, who, what.iterators, what.where);
        expr guard;
        if (what.predicate.is_defined()) {
            const isl::set points =
                restrict_domain(function, who, domain, what.iterators, what.predicate, what.where);
            if (makes_long_loops(points)) {
                guard = with_loop_constants(function, what.predicate, what.iterators);
            } else {
                domain = points;
            }
        }
        what.bounds = run_time_bounds(function, who, what.iterators, what.where);
        computation_state *made = install_copying(function, std::move(what), domain, copy);
        made->predicate = std::move(guard);
        return made;
    });
}

computation_state *define_on_set(function_state &function, const std::string &isl_domain,
                                 definition what) {
    const public_call call = {subject(function), "computation(\"" + isl_domain + "\", ...)",
                              what.where};
    return change(function, call, {}, [&] {
        const isl::set domain =
            parse_set(function, call.subject, call.call, isl_domain, call.where);
        what.name = poly::set_name(domain);
        if (what.name.empty()) {
            throw user_error(call.subject, call.call,
                             "the set has no name; write it as \"{ C[i, j] : ... }\"", call.where);
        }
        require_free_name(function, what.name, what.where);
        what.iterators = iterators_of(domain);
        isl::set known = without_let_parameters(function, quoted_subject(what.name), domain,
                                                what.iterators, what.bounds, what.where);
        const std::optional<buffer_copy> copy = copy_asked_for(function, what);
        if (copy) {
            become_copy(function, what, *copy);
            known = with_elements(function, known, what, *copy);
        }
        return install_copying(function, std::move(what), known, copy);
    });
}

computation_state *define_over(function_state &function, const isl::set &domain, definition what) {
    require_free_name(function, what.name, what.where);
    return install(function, std::move(what), domain);
}

computation_state *define_input(function_state &function, definition what) {
    name_and_check(function, what);
    const isl::set anywhere = poly::universe(function.ctx, what.iterators.size());
    return install(function, std::move(what), anywhere);
}

void set_value(computation_state &computation, const std::string &call, expr value,
               source_place where) {
    if (!value.is_defined()) {
        throw user_error(subject(computation), call, "the expression is undefined", where);
    }
    check_type(subject(computation), call, computation.type, value, where);
    require_unstaged(computation, call, where);
    computation.value = with_loop_constants(*computation.owner, substitute(value, computation.lets),
                                            computation.iterators);
}

} // namespace tiramisu::core
