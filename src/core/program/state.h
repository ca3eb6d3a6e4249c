#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/program/buffer_state.h"
#include "core/program/cache_hint.h"
#include "core/program/illegality.h"
#include "core/program/loop_nest.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_order.h"
#include "support/append_log.h"
#include "tiramisu/compile_times.h"
#include "tiramisu/constant.h"
#include "tiramisu/function.h"

// What the user said, behind the public handles: of each definition and of the function the
// algorithm and the schedule, as values that can be copied as a whole, and what is owned beside.

namespace tiramisu::core {

struct iterator {
    std::string name;
    primitive_t type = p_int32;
    expr lower, upper; ///< undefined where the domain comes from an isl set
};

std::vector<std::string> names_of(const std::vector<iterator> &iterators);

/// A bound of an iterator that is known only while the program runs; see run_time_bounds.h.
struct run_time_bound {
    std::string parameter; ///< stands for the value in isl's relations
    std::size_t iterator = 0;
    bool is_upper = false;
    expr value; ///< over the iterators before its own
};

struct definition_algorithm;

/// What the schedule says of one definition.
struct definition_schedule {
    loop_nest nest;
    /// Neither executed nor stored: readers evaluate the expression. See inlining.h.
    bool is_inlined = false;
    /// Outermost loops that stagings rely on: commands must leave them as they are.
    int fixed_loops = 0;
    /// What the definition is without rfactor, which has made another of it; null where it has not.
    std::shared_ptr<const definition_algorithm> declared;
};

/// What one definition means: a statement for every point of a domain, or an input.
struct definition_algorithm {
    function_state *owner = nullptr;
    std::string name; ///< as the user wrote it; the same for a computation and its updates
    std::string id;   ///< tuple name in isl; unique in the function
    std::vector<iterator> iterators;
    /// So many of the last iterators have values that the ones before determine, and no loops.
    int derived_iterators = 0;
    isl::set domain; ///< { id[i, j] }, parameters with literal values replaced by them
    std::vector<run_time_bound> bounds; ///< which `domain` leaves out, by iterator
    primitive_t type = p_none;
    expr value;                       ///< undefined for inputs and while awaited
    std::map<std::string, expr> lets; ///< names in `value`, and what they mean in its other names
    /// Definition of its own among `updates`: commands on the computation do not mean it.
    bool is_further_definition = false;
    bool awaits_definition = false; ///< declared with a type only; set_expression has to follow
    expr predicate;                 ///< run-time guard; undefined if there is none
    /// Index of the computation that the statement defines, over the iterators. A plain
    /// definition's are the iterators themselves.
    std::vector<expr> target;
    computation_state *base = nullptr;        ///< the first definition; this for that itself
    std::vector<computation_state *> updates; ///< of the first definition only
    const computation_state *merged_by =
        nullptr;                     ///< of partial results: the update that reads them
    buffer_state *storage = nullptr; ///< of the first definition only
    std::optional<std::vector<expr>> storage_indices; ///< over the iterators; identity if none
    std::string storage_call; ///< that named `storage`; none for buffers that are made for it
    source_place stored_where;
    /// Only has a place in the order: see buffer::allocate_at().
    bool is_marker = false;
    cache_hint hint = cache_hint::none; ///< which defines nothing
    source_place where;

    bool is_input() const { return !value.is_defined(); }
    /// Whether it is a marker that was declared with iterators: commands on these are for those
    /// that are ordered after it.
    bool is_place_with_loops() const { return is_marker && !iterators.empty(); }
    /// Whether rfactor has added it: partial results, or what makes them.
    bool is_partial() const;
};

/// All that declarations and commands say of a definition.
struct definition_value : definition_algorithm, definition_schedule {};

/// A definition of a function, which has an address of its own.
struct computation_state : definition_value {
    computation_state() = default;
    explicit computation_state(definition_value said) : definition_value(std::move(said)) {}

    /// The handle that the user declared, while it is there.
    computation *declared_handle = nullptr;
    bool is_held = false;                          ///< the program may have handles to it
    std::unique_ptr<computation> handle;           ///< what references refer to where it is not
    std::unique_ptr<computation> remainder_handle; ///< see remainder.h

    /// What commands on the computation mean: the last update.
    computation_state *last() const;
    /// What references to this definition refer to.
    computation &referred() const;
};

/// Where values that the loops of a computation stage come from and are kept: see staging.h.
struct staging;

struct constant_state {
    std::string name;
    primitive_t type = p_none;
    expr value; ///< undefined: an argument of the generated function
};

/// What function::require() was told.
struct requirement {
    std::vector<iterator> over;
    expr found, lowest, highest;
    std::string rule;
    source_place where;
    bool in_every_call = false; ///< checked even where options::validate is off
};

/// The loops down to `level` that two computations share, of each that has loops: as they were when
/// a command made them share these.
struct shared_nest {
    int level = -1;
    /// { S[i, j] } and { S[i, j] -> [l0, l1, ...] }, none where `level` is -1
    std::vector<std::pair<isl::set, poly::loop_relation>> loops;
};

/// What the ordering commands mean.
struct statement_order {
    std::vector<poly::order_edge> edges;
    /// What the first command on two (earlier, later) made them share. The iterators of these loops
    /// are what is meant, where a later command makes them share more or other loops.
    std::map<std::pair<std::string, std::string>, shared_nest> meant;
    /// Where distribute() has taken two apart that are ordered (earlier, later): the level down to
    /// which they share loops when they run.
    std::map<std::pair<std::string, std::string>, int> distributed;
    /// Constants [s0, s1, ...] of the schedules that were given whole: see low_level_schedule.h.
    std::map<std::string, std::vector<int>> constants;
};

/// What all of isl's objects of a function live in.
struct function_context {
    function_context();

    poly::context_owner context_owner;
    isl::ctx ctx;
};

/// Where the program has stored what a command adds; the place of whatever has the name later.
struct stored_place {
    buffer_state *storage = nullptr;
    std::optional<std::vector<expr>> indices;
    std::string call;
    source_place where;
};

/// What a function means, beside its definitions and buffers.
struct function_algorithm {
    explicit function_algorithm(isl::ctx ctx);

    isl::set context; ///< assumed constraints on parameters
    std::vector<constant_state> constants;
    std::vector<requirement> requirements; ///< in the order of the calls
    /// Constants of loops, which stand for their values; these are over iterators of their readers.
    std::map<std::string, expr> let_values;
    /// Parameters of isl texts that are not declared yet, and what to say if they never are.
    std::map<std::string, user_error> awaited_parameters;
    /// Timestamps that define the meaning, where perform_full_dependency_analysis() fixed them.
    std::optional<std::map<std::string, isl::map>> fixed_reference;
    /// By definition, the elements in which its values were stored then: "b[i, j]".
    std::map<std::string, std::string> fixed_elements;
    bool strict_reductions = false;
    /// Of windows and partial results, by name.
    std::map<std::string, stored_place> places;
    std::optional<std::vector<buffer *>> arguments; ///< set_arguments()
};

/// What the schedule says, beside what it says of each definition and what stagings add.
struct function_schedule {
    statement_order order;
    support::append_log<command> commands;
    support::append_log<std::string> notes; ///< what was accepted although it may be a mistake
};

/// All that declarations and commands say of a function itself.
struct function_value : function_algorithm, function_schedule {
    using function_algorithm::function_algorithm;
};

/// What earlier schedules have added. It is in no list of the function's, but there may be handles
/// to it.
struct former_parts {
    std::vector<std::unique_ptr<computation_state>> computations;
    std::vector<std::unique_ptr<buffer_state>> buffers;
    std::vector<std::unique_ptr<buffer>> buffer_handles;
};

/// What questions have found out, so that they need not find it again; see meaning.h.
struct known_meaning;

struct function_state : std::enable_shared_from_this<function_state>,
                        function_context,
                        function_value {
    explicit function_state(std::string function_name);
    ~function_state();

    std::string name;
    /// The name, which expressions share that read what the function owns: a function is the one
    /// that this lies in.
    std::shared_ptr<const std::string> identity;
    std::vector<std::unique_ptr<buffer_state>> buffers;
    std::vector<std::unique_ptr<buffer>> buffer_handles;
    std::map<std::string, std::unique_ptr<constant>> constant_handles; ///< that were asked for
    std::vector<std::unique_ptr<computation_state>> computations;      ///< in declaration order
    /// What stagings add: statements that copy or compute, and the windows that they fill. They are
    /// part of the schedule, not of the meaning.
    std::vector<std::unique_ptr<computation_state>> staged_computations;
    std::vector<std::unique_ptr<staging>> stagings; ///< in the order of the commands
    former_parts former;
    std::vector<std::shared_ptr<const known_meaning>> known; ///< the last one asked for first
    legality on_illegal = legality::refuse;
    bool has_complete_schedule = false; ///< see function::set_complete_schedule()
    /// What was illegal when check_legality_of_function() last answered: a program that goes on
    /// has heard of it.
    std::vector<illegality> acknowledged;
    std::vector<std::string> warnings;
    compile_times last_compile_times;

    computation_state *find_computation(const std::string &computation_name) const;
    computation_state *find_definition(const std::string &id) const;
    /// Whether a staging has added it, or is about to: it fills, empties or is a window.
    bool is_staged(const computation_state &computation) const;
    buffer_state *find_buffer(const std::string &buffer_name) const;
    const constant_state *find_constant(const std::string &constant_name) const;
    /// The same of those that expressions know by name: of others they hold the value itself.
    const constant_state *find_run_time_constant(const std::string &constant_name) const;
    /// The definitions that are executed, in declaration order.
    std::vector<const computation_state *> executed() const;
};

/// Throws user_error if the name cannot be that of a C function.
std::shared_ptr<function_state> make_function_state(const std::string &name, source_place where);

/// What a user's handle holds: the state, and with it the function that owns it.
std::shared_ptr<computation_state> shared_with_owner(computation_state *state);
std::shared_ptr<buffer_state> shared_with_owner(buffer_state *state);

/// The definition that a handle means: of what an earlier schedule has added, that of the same name
/// that there is.
computation_state *present(computation_state *held);

/// For the handles that the function itself owns, which must not keep it alive.
template <typename State>
std::shared_ptr<State> not_owning(State *state) {
    return {std::shared_ptr<void>(), state};
}

/// "computation \"blur\"", of an update "computation \"blur\" (update 1)"
std::string subject(const computation_state &state);

/// The implicit function of this thread; throws user_error if init(name) was not called.
function_state *implicit_function(const std::string &who, source_place where);

/// A name that can stand in isl's notation.
bool is_identifier(const std::string &name);

} // namespace tiramisu::core
