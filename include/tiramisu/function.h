#pragma once

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tiramisu/buffer.h"
#include "tiramisu/compile_times.h"
#include "tiramisu/computation.h"
#include "tiramisu/implicit_function.h"
#include "tiramisu/jit.h"
#include "tiramisu/older_function.h"
#include "tiramisu/options.h"
#include "tiramisu/schedule.h"

namespace tiramisu {

namespace core {
struct function_state;
}

/// What is done with a schedule that would change the meaning of the program.
enum class legality {
    refuse, ///< code generation throws schedule_error (the default)
    warn,   ///< code is generated; legality_warnings() tells what is wrong
    off     ///< not checked
};

/// What becomes one C function: owns its computations, buffers and constants.
class function : public older_function_calls {
public:
    explicit function(const std::string &name, source_place where = source_place::current());
    explicit function(std::shared_ptr<core::function_state> state) : state_(std::move(state)) {}
    // Moving copies: a handle that was moved from is the same as before.
    function(const function &) = default;
    function &operator=(const function &) = default;

    const std::string &get_name() const;

    /// Arguments of the C function, in order. `object`, "f.o", is the path of the object file; its
    /// header lies beside it as f.h, and as f.o.h for older programs. A user's own f.h is kept.
    void codegen(const std::vector<buffer *> &arguments, const std::string &object,
                 const options &opts, source_place where = source_place::current());
    using older_function_calls::codegen;

    /// Compiles into this process, by the same path.
    compiled_function compile(const std::vector<buffer *> &arguments, const options &opts = {},
                              source_place where = source_place::current());

    /// Constraints on parameters that the compiler may assume, beside those of before:
    /// "[N]->{: N >= 8}".
    void add_context_constraints(const std::string &isl_set,
                                 source_place where = source_place::current());

    /// Instead of those of before.
    void set_context_set(const std::string &isl_set, source_place where = source_place::current());
    using older_function_calls::set_context_set;

    /// What callers have to keep to: at all points of the iterators `over`, `found` lies from
    /// `lowest` to `highest`; an undefined one is no limit. `found` is an element of an input,
    /// row_starts(f + 1), or a constant; bounds of iterators and both limits may read inputs, too.
    /// `rule` says in words what is wrong otherwise: "columns of a row ascend".
    ///
    /// The generated function relies on it and, where options::validate says so, checks it first:
    /// in the order of the calls, so that what one requires may bound what the next ones read.
    /// Throws user_error for iterators without bounds, unknown names, and what is no integer or
    /// not handed to the function.
    void require(const std::vector<var> &over, const expr &found, const expr &lowest,
                 const expr &highest, const std::string &rule,
                 source_place where = source_place::current());

    /// The same of few values: they are checked in every call, whatever options::validate says, but
    /// with argument_checks::none.
    void require_in_every_call(const std::vector<var> &over, const expr &found, const expr &lowest,
                               const expr &highest, const std::string &rule,
                               source_place where = source_place::current());

    void set_legality(legality what);
    /// Whether the first loop that is vectorized or unrolled says that the schedule is complete:
    /// then loops without a command stay scalar and in their order, as they are written. Otherwise
    /// the compiler makes vectors of them, and orders them along memory, until a computation has
    /// both a vectorized and an unrolled loop.
    void set_complete_schedule(bool complete);
    /// Forbids to change the order in which a reduction adds up its terms.
    void set_strict_reductions(bool strict, source_place where = source_place::current());
    /// True if the schedule, as it stands, keeps the meaning of the program.
    bool check_legality_of_function(source_place where = source_place::current());
    /// Texts of what `legality::warn` let pass at the last code generation.
    std::vector<std::string> legality_warnings() const;

    /// What was accepted although it may be a mistake: levels that there are not, tags on them, a
    /// second computation to follow. TIRAMISU_DEBUG=1 prints it when code is generated.
    std::vector<std::string> notes() const;

    /// Of the last codegen() or compile() that was not refused; zeros before.
    compile_times last_compile_times() const;

    /// What is computed: each definition with its bounds and where its values lie.
    std::string algorithm_text() const;
    /// One line a dependence: kind, buffer, computations, relation in isl's notation.
    std::string dependences_text(source_place where = source_place::current()) const;
    /// The schedule commands, as the C++ that gives them.
    std::string schedule_text() const;
    /// The schedule as an outline: a line a loop, in the user's names, with how it runs, and the
    /// computations inside.
    std::string schedule_outline(source_place where = source_place::current()) const;
    /// The generated loops, C-like, with tags.
    std::string loops_text(source_place where = source_place::current()) const;
    /// The statement that goes to the code generator, after all passes.
    std::string stmt_text(const std::vector<buffer *> &arguments, const options &opts = {},
                          source_place where = source_place::current()) const;

    /// The kernels of loops on a GPU in PTX, which NVIDIA's drivers assemble for the GPU that they
    /// find. Throws unsupported_error if the target is not for CUDA, user_error if no loop runs on
    /// a GPU.
    std::string ptx_text(const std::vector<buffer *> &arguments, const options &opts = {},
                         source_place where = source_place::current()) const;
    /// The machine code of the kernels on `machine`, as "sm_90"; if it is empty, on one of the
    /// target's capability. Of each kernel: its threads, registers, spills and shared memory, how
    /// many blocks a multiprocessor runs at once and why no more, the instructions of the innermost
    /// loop with the most multiply-adds; how often banks of shared memory are asked at once; then
    /// all instructions. NVIDIA's programs ptxas and nvdisasm make it, which `./dev setup cuda`
    /// fetches (docs/gpu.md). Throws as ptx_text() does, and user_error where they are missing and
    /// for machines that are not known.
    std::string sass_text(const std::vector<buffer *> &arguments, const options &opts = {},
                          const std::string &machine = "",
                          source_place where = source_place::current()) const;

    // The same, printed.

    void print_dependences(std::ostream &out = std::cout,
                           source_place where = source_place::current()) const;
    void print_schedule(std::ostream &out = std::cout,
                        source_place where = source_place::current()) const;
    void print_schedule_as_cpp(std::ostream &out = std::cout) const;
    void print_loops(std::ostream &out = std::cout,
                     source_place where = source_place::current()) const;

    // Pictures.

    /// An SVG picture of computations over two of their loops, `rows` downward and `columns` to
    /// the right: a mark an instance, coloured by tile, arrows along direct dependences (red where
    /// the schedule breaks them), a line in the order of execution. A name means a loop of the
    /// schedule as it stands or, where there is none, an iterator; instances that differ in other
    /// loops share a mark. `parameters` gives the scalar arguments their values. At most `largest`
    /// rows and columns are shown (up to 100). Throws user_error for an unknown loop or a
    /// parameter without a value.
    std::string iteration_space_svg(const std::vector<computation *> &computations, const var &rows,
                                    const var &columns,
                                    const std::map<std::string, int> &parameters = {},
                                    int largest = 24,
                                    source_place where = source_place::current()) const;
    /// Writes it to a file, whole or not at all. Throws io_error as well.
    void draw_iteration_space(const std::string &path,
                              const std::vector<computation *> &computations, const var &rows,
                              const var &columns, const std::map<std::string, int> &parameters = {},
                              int largest = 24, source_place where = source_place::current()) const;

    // Schedules as values: see schedule.h.

    /// The commands that were given so far.
    schedule get_schedule() const;
    /// Gives these commands instead of those that were given before. Throws user_error, which names
    /// the command that is refused, or the other function that the schedule is of; then everything
    /// is as it was before the call. Whether the schedule is legal is proved when code is
    /// generated, or by is_legal(). Of windows and partial results, handles stay good where the
    /// schedule has commands that make them again.
    void set_schedule(const schedule &what, source_place where = source_place::current());
    /// Whether the function would keep its meaning with these commands instead of its own; if not,
    /// the error that code generation would throw. The function stays as it is. Throws user_error
    /// where set_schedule() does, unsupported_error where a proof takes too much work.
    verdict is_legal(const schedule &what, source_place where = source_place::current()) const;
    /// A function of its own with the same algorithm and schedule, which shares nothing with this
    /// one: each may be scheduled, asked and compiled by a thread of its own. Computations have
    /// their names, schedules of this function are given to it by schedule::of(name). Throws
    /// user_error if the name is no identifier.
    function clone(const std::string &name, source_place where = source_place::current()) const;
    /// Null if there is none of that name: the arguments of a clone, for example.
    buffer *get_buffer_by_name(const std::string &name) const;

    // Schedules in files.

    /// The schedule commands as JSON.
    std::string schedule_json() const;
    /// Writes schedule_json() to a file, whole or not at all. Throws io_error.
    void save_schedule(const std::string &path) const;
    /// Gives the commands of a saved schedule, after those that were given before: all of them or,
    /// where the file is damaged, belongs to another function or has a command that is refused,
    /// none. Throws user_error with the file and the place in it, io_error if it cannot be read.
    void load_schedule(const std::string &path, source_place where = source_place::current());

    // Searches. They change nothing; what they find is given by skew and shift.

    /// Skews of loops `outer` and `inner`, which the computations share, that keep the meaning of
    /// the program and make a loop parallel or the two tilable: all with factors from -`largest`
    /// to `largest` (up to 8), proved on every dependence, the other loops staying as they are.
    /// Temporaries that each thread of a parallel loop would get a copy of count as shared. Throws
    /// user_error if a computation that shares `outer` is not named, or if `inner` is not directly
    /// inside `outer`.
    skew_choices legal_skews(const std::vector<computation *> &computations, const var &outer,
                             const var &inner, int largest = 3,
                             source_place where = source_place::current()) const;

    core::function_state *state() const { return state_.get(); }

private:
    std::shared_ptr<core::function_state> state_;
};

} // namespace tiramisu
