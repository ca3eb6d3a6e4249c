#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// Loops around a statement. What isl does with a set grows with a power of its dimensions, while
/// its bound on work counts each step alike.
constexpr std::size_t most_loops = 64;

/// What a computation is made of; see the constructors of `computation`.
struct definition {
    std::string name; ///< made up if empty
    std::vector<iterator> iterators;
    expr predicate;
    expr value;
    primitive_t type = p_none;
    bool awaits_definition = false;
    std::vector<run_time_bound> bounds;
    source_place where;
};

/// "computation "name"", of one that is not there yet.
std::string quoted_subject(const std::string &name);

/// `wish`, or it with a number, so that no computation or buffer has the name yet.
std::string unique_name(const function_state &function, const std::string &wish);

std::vector<iterator> iterators_of(const std::vector<var> &vars);

/// Takes the value's type where none was declared, and converts a literal that has the declared
/// type's value; other types are an error.
void check_type(const std::string &who, const std::string &call, primitive_t &declared, expr &value,
                source_place where);

/// Adds the computation to the function, over a set of points, after checks of all but its name.
computation_state *install(function_state &function, definition what, const isl::set &domain);

/// A computation over the box of its iterators' bounds.
computation_state *define(function_state &function, definition what);

/// A computation over a set in isl's notation.
computation_state *define_on_set(function_state &function, const std::string &isl_domain,
                                 definition what);

/// A named computation over a set of points { [i, j] }.
computation_state *define_over(function_state &function, const isl::set &domain, definition what);

/// An input: its domain is not used, so its iterators need no bounds.
computation_state *define_input(function_state &function, definition what);

/// Gives a declared computation its value; checks the type.
void set_value(computation_state &computation, const std::string &call, expr value,
               source_place where);

} // namespace tiramisu::core
