#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/program/cache_hint.h"
#include "tiramisu/expr.h"
#include "tiramisu/type.h"

namespace tiramisu::core {

/// An element of an argument that the function touches, none of some of its accesses lies further
/// from the start. Both are over the program's parameters.
struct program_reach {
    std::vector<expr> element;
    expr condition; ///< under which it is touched; undefined if it always is
};

/// Two arguments of which one is written: their memory must not overlap.
struct program_overlap {
    std::string written, other;
    /// But it may be the same memory: an element of the other one is read only by the instance that
    /// writes it, and is found at the same place.
    bool may_coincide = false;
};

/// A buffer as generated code sees it: row-major, sizes outermost first, dense but for padding.
struct program_buffer {
    std::string name;
    primitive_t type = p_none;
    argument_t role = a_temporary;
    std::vector<expr> sizes;       ///< literals, or expressions over the program's parameters
    int alignment = 0;             ///< of the first element, in bytes; 0 if any will do
    std::vector<int> padding = {}; ///< unused elements at the end of each dimension; none if empty
    std::vector<program_reach> reached = {}; ///< of arguments, as far as that is known
    bool any_shape = false;  ///< callers may describe the same number of elements otherwise
    std::string called = {}; ///< how errors call it
    source_place where = {}; ///< of its declaration
    memory space = memory::temporary; ///< where a kernel finds it, if the program names that
};

/// A named scalar: an argument of the generated function, or a value computed at its start.
struct program_scalar {
    std::string name;
    primitive_t type = p_none;
    expr value; ///< undefined for arguments
};

/// A bound of an iterator that the loops need before they run the statement.
struct program_bound {
    std::size_t iterator = 0;
    bool is_upper = false;
    program_scalar value; ///< over the iterators before; the name is not used
};

/// One assignment, made for every point of an iteration domain. In `value`, `index`, `condition`
/// and the lets, an o_access node names a *buffer*, its operands the element; e_var nodes name the
/// statement's iterators, its lets or the program's parameters.
struct program_statement {
    std::string id; ///< tuple name of the statement in all isl relations
    std::vector<std::string> iterators;
    std::vector<program_bound> bounds; ///< as in poly::scheduled_statement::bounds
    std::vector<program_scalar> lets;  ///< visible in this statement only, in order
    expr condition;                    ///< run-time guard; undefined if there is none
    std::string buffer;                ///< written; empty if the value is evaluated for its effect
    std::vector<expr> index;
    expr value;
    /// Accesses, by their nodes, whose elements lie in memory wherever the loops run the statement,
    /// whether or not conditions in it hold: of temporaries, and of arguments among what the
    /// function is certain to touch. Others are read only where all conditions around them hold.
    std::set<const expr_node *> always_readable;
    /// The same as long as arguments have the sizes that they are declared with.
    std::set<const expr_node *> readable_as_declared;
    cache_hint hint = cache_hint::none;
    /// `value` is op(element written, e), or a chain that is equal to that but for rounding: op is
    /// o_add, o_mul, o_min or o_max; else o_none. See reduction.h.
    op_t reduction = o_none;
};

/// What has to hold when the function is called, over the program's parameters.
struct program_check {
    expr condition;
    std::string text; ///< what is wrong otherwise
};

/// Values of an iterator, from `lower` up to and without `upper`.
struct program_range {
    std::string name;
    primitive_t type = p_none;
    expr lower, upper; ///< over the ranges before
};

/// What values have to be when the function is called; see function::require().
struct program_requirement {
    std::vector<program_range> over;
    expr found;           ///< an element of an argument, or a scalar
    expr lowest, highest; ///< undefined where there is no limit
    std::string rule;
    bool in_every_call = false; ///< checked even where options::validate is off
};

/// A function with every name resolved to buffers and scalars: what code generation and the
/// reference interpreter work on.
struct program {
    std::string name;
    std::vector<program_buffer> arguments;        ///< in the order of the C function
    std::vector<program_scalar> scalar_arguments; ///< follow the buffers
    std::vector<program_buffer> temporaries;
    std::vector<program_overlap> overlaps;
    std::vector<program_scalar> constants;               ///< computed at the start, in order
    std::vector<program_check> checks;                   ///< made before anything is written
    std::vector<program_requirement> requirements;       ///< each may rely on those before
    std::map<std::string, program_statement> statements; ///< by id
};

} // namespace tiramisu::core
