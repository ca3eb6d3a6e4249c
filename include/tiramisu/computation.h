#pragma once

#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tiramisu/buffer.h"
#include "tiramisu/expr.h"
#include "tiramisu/other_targets.h"
#include "tiramisu/skews.h"
#include "tiramisu/var.h"

struct isl_map;

namespace tiramisu {

namespace core {
struct computation_state;
}

class computation;
class function;
struct staged_copies;

/// `C(i, j)`: the value of a computation at an index. On the left of an assignment it adds an
/// *update* to the computation: one more definition, made after the ones before it, over the
/// iterators that appear on either side (those of the left side first, then in the order in which
/// the right side names them).
class access : public expr {
public:
    access(core::computation_state *target, expr value, source_place where);
    access(const access &) = default;

    computation operator=(const expr &value);
    computation operator=(const access &value);
    computation operator+=(const expr &value);
    computation operator-=(const expr &value);
    computation operator*=(const expr &value);
    computation min_with(const expr &value); ///< C(i) = min(C(i), value)
    computation max_with(const expr &value); ///< C(i) = max(C(i), value)

private:
    core::computation_state *target_;
    source_place where_;
};

// As of other expressions. Where a program is `using namespace std`, these fit two accesses as well
// as the templates there do, and are preferred.
inline expr min(const access &left, const access &right,
                source_place where = source_place::current()) {
    return min(static_cast<const expr &>(left), static_cast<const expr &>(right), where);
}
inline expr max(const access &left, const access &right,
                source_place where = source_place::current()) {
    return max(static_cast<const expr &>(left), static_cast<const expr &>(right), where);
}
inline expr clamp(const access &value, const access &lowest, const access &highest,
                  source_place where = source_place::current()) {
    return clamp(static_cast<const expr &>(value), static_cast<const expr &>(lowest),
                 static_cast<const expr &>(highest), where);
}

/// A buffer to store in; remembers the line of the user's program that named it. As a parameter of
/// its own the place would make store_in(&b, {}) ambiguous.
class located_buffer {
public:
    located_buffer(buffer *target, const char *file = __builtin_FILE(), int line = __builtin_LINE())
        : target_(target), where_{file, line} {}

    buffer *target() const { return target_; }
    const source_place &where() const { return where_; }

private:
    buffer *target_;
    source_place where_;
};

/// A statement for every point of an iteration domain, and the schedule of its loops.
///
/// A computation says *what* is computed; schedule commands say *in which order*. Commands check
/// their arguments at once and throw user_error, leaving the schedule as it was; that the whole
/// schedule keeps the meaning of the program is proved when code is generated. Commands return the
/// computation, so they chain. On a computation with updates a command means the last update;
/// `init()` and `update(k)` name the parts.
///
/// A light handle; copies name the same computation.
class computation {
public:
    /// Shares no loop: the level at which whole loop nests follow one another.
    static const var root;
    static constexpr int root_dimension = -1;

    /// From an isl set, for example "[N]->{C[i,j]: 0<=i<N and 0<=j<=i}". Parameters are the
    /// constants of the function with these names. An undefined expression makes an input.
    computation(const std::string &isl_domain, const expr &value, bool schedule, primitive_t type,
                function *owner, source_place where = source_place::current());
    /// Over the box of the iterators' bounds (which may use outer iterators). No iterators: a
    /// single instance.
    computation(std::string name, const std::vector<var> &iterators, expr value,
                source_place where = source_place::current());
    computation(const std::vector<var> &iterators, expr value,
                source_place where = source_place::current());
    /// The same, of the value's type. A condition is a predicate; set_expression gives the value.
    computation(std::string name, const std::vector<var> &iterators, expr value, primitive_t type,
                source_place where = source_place::current());
    computation(const std::vector<var> &iterators, expr value, primitive_t type,
                source_place where = source_place::current());
    /// As older programs say that the computation is executed; what has a value always is.
    template <typename Flag, std::enable_if_t<std::is_same_v<Flag, bool>, int> = 0>
    computation(std::string name, const std::vector<var> &iterators, expr value, Flag,
                source_place where = source_place::current())
        : computation(std::move(name), iterators, std::move(value), where) {}
    template <typename Flag, std::enable_if_t<std::is_same_v<Flag, bool>, int> = 0>
    computation(const std::vector<var> &iterators, expr value, Flag,
                source_place where = source_place::current())
        : computation(iterators, std::move(value), where) {}
    /// Only where the affine `predicate` holds.
    computation(std::string name, const std::vector<var> &iterators, expr predicate, expr value,
                source_place where = source_place::current());
    computation(const std::vector<var> &iterators, expr predicate, expr value,
                source_place where = source_place::current());
    /// Declared now, defined by set_expression.
    computation(std::string name, const std::vector<var> &iterators, primitive_t type,
                source_place where = source_place::current());
    computation(const std::vector<var> &iterators, primitive_t type,
                source_place where = source_place::current());
    /// Names one definition, whatever updates there are or come.
    explicit computation(std::shared_ptr<core::computation_state> part)
        : state_(std::move(part)), is_part_(true) {}
    computation(const computation &other);
    computation &operator=(const computation &other);
    virtual ~computation();

    // Use in expressions.

    access operator()() const;
    template <typename... Rest>
    access operator()(const located_expr &first, const Rest &...rest) const {
        return at({first.value(), expr(rest)...}, first.where());
    }
    access at(std::vector<expr> indices, source_place where = source_place::current()) const;
    /// The value of a computation without iterators.
    operator expr() const;

    // Definition.

    computation &set_expression(const expr &value, source_place where = source_place::current());
    /// Executes an instance only where `condition` holds; it may read computations.
    computation &add_predicate(const expr &condition, source_place where = source_place::current());
    /// One more definition, made after the ones before it: over a set in isl's notation that has
    /// this computation's name. get_update(1) is the first of them.
    void add_definitions(const std::string &isl_domain, const expr &value, bool schedule,
                         primitive_t type, function *owner,
                         source_place where = source_place::current());
    /// `name` in the expression of this definition, given before or after, means `value`, which may
    /// name what was let before.
    computation &add_associated_let_stmt(const std::string &name, const expr &value,
                                         source_place where = source_place::current());
    computation init() const;
    computation update(int k, source_place where = source_place::current()) const;
    computation &get_update(int k, source_place where = source_place::current());
    computation &get_last_update();

    // Storage.

    computation &store_in(const located_buffer &target);
    /// Element `indices` (over this computation's iterators; affine, `/` and `%` by constants).
    computation &store_in(const located_buffer &target, std::vector<expr> indices);
    /// A new temporary of these sizes, with this map.
    computation &store_in(std::vector<expr> indices, std::vector<expr> sizes,
                          source_place where = source_place::current());
    /// "{C[i,j]->b[j,i]}"
    computation &set_access(const std::string &isl_map,
                            source_place where = source_place::current());
    computation &set_access(::isl_map *map, source_place where = source_place::current());
    /// Where no storage is set yet, the temporary that the values would get when code is generated;
    /// null if its size is not known.
    buffer *get_buffer() const;
    /// Makes the buffer that the values would get when code is generated, for use as an argument
    /// or by other computations. Nothing if there is a buffer already.
    void allocate_and_map_buffer_automatically(argument_t role = a_temporary,
                                               source_place where = source_place::current());
    /// That buffer, made as a temporary if there is none yet.
    buffer *get_automatically_allocated_buffer(source_place where = source_place::current());
    /// Dimension `dimension` of the buffer shrinks to `size` elements, used in turn: element i lies
    /// at i % size.
    computation &storage_fold(const var &dimension, int size,
                              source_place where = source_place::current());

    // Order. `level` is a loop of the later computation: both share the loops 0..level and the
    // later one comes second inside. They return the later computation.

    computation &then(computation &next, const var &level = root,
                      source_place where = source_place::current());
    computation &then(computation &next, int level, source_place where = source_place::current());
    /// The same of a part that has no name of its own: a.then(b.init(), i).
    computation then(computation &&next, const var &level = root,
                     source_place where = source_place::current()) {
        return then(next, level, where);
    }
    computation then(computation &&next, int level, source_place where = source_place::current()) {
        return then(next, level, where);
    }
    computation &after(const computation &previous, const var &level = root,
                       source_place where = source_place::current());
    computation &after(const computation &previous, int level,
                       source_place where = source_place::current());
    computation &before(computation &consumer, const var &level = root,
                        source_place where = source_place::current());
    computation before(computation &&consumer, const var &level = root,
                       source_place where = source_place::current()) {
        return before(consumer, level, where);
    }
    /// after(), as the older compiler spells it where loops are named by numbers. Of several levels
    /// the innermost counts.
    computation &after_low_level(const computation &previous, int level,
                                 source_place where = source_place::current());
    computation &after_low_level(const computation &previous, const std::vector<int> &levels,
                                 source_place where = source_place::current());
    /// The computation that an ordering command has put directly before (after) this one; null if
    /// there is none.
    computation *get_predecessor() const;
    computation *get_successor() const;
    computation &between(const computation &previous, const var &previous_level, computation &next,
                         const var &next_level, source_place where = source_place::current());
    computation &between(const computation &previous, int previous_level, computation &next,
                         int next_level, source_place where = source_place::current());
    computation &fuse_after(const var &level, const computation &previous,
                            source_place where = source_place::current());

    /// Takes the loop, and those inside it, that this computation shares with `previous` apart:
    /// one loop after the other. after() shares them again.
    computation &distribute(const computation &previous, const var &loop,
                            source_place where = source_place::current());

    // Loop transformations.

    computation &split(const var &loop, int factor, const var &outer, const var &inner,
                       source_place where = source_place::current());
    computation &split(const var &loop, int factor, source_place where = source_place::current());
    computation &split(int loop, int factor, source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, int size0, int size1, const var &outer0,
                      const var &outer1, const var &inner0, const var &inner1,
                      source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, int size0, int size1,
                      source_place where = source_place::current());
    computation &tile(int loop0, int loop1, int size0, int size1,
                      source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, const var &loop2, int size0, int size1,
                      int size2, const var &outer0, const var &outer1, const var &outer2,
                      const var &inner0, const var &inner1, const var &inner2,
                      source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, const var &loop2, int size0, int size1,
                      int size2, source_place where = source_place::current());
    computation &tile(int loop0, int loop1, int loop2, int size0, int size1, int size2,
                      source_place where = source_place::current());
    /// Any number of nested loops. Without names: loop_outer, loop_inner.
    computation &tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                      source_place where = source_place::current());
    computation &tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                      const std::vector<var> &outer, const std::vector<var> &inner,
                      source_place where = source_place::current());
    /// Two loops, `inner` directly inside `outer`, become one that runs over all their iterations
    /// in the same order. `inner` has constant bounds. Without a name: outer_inner.
    computation &collapse(const var &outer, const var &inner,
                          source_place where = source_place::current());
    computation &collapse(const var &outer, const var &inner, const var &collapsed,
                          source_place where = source_place::current());
    computation &interchange(const var &loop0, const var &loop1,
                             source_place where = source_place::current());
    computation &interchange(int loop0, int loop1, source_place where = source_place::current());
    /// The loops, outermost first as given, take the places that they have together; others stay.
    computation &reorder(const std::vector<var> &loops,
                         source_place where = source_place::current());
    /// i becomes i + amount.
    computation &shift(const var &loop, int amount, source_place where = source_place::current());
    /// i' = a*i + b*j, and j' such that the map is unimodular. Loops are consecutive.
    computation &skew(const var &loop0, const var &loop1, int a, int b, const var &skewed0,
                      const var &skewed1, source_place where = source_place::current());
    computation &skew(int loop0, int loop1, int a, int b,
                      source_place where = source_place::current());
    /// i' = a*i + b*j, j' = c*i + d*j with |ad - bc| = 1.
    computation &skew(const var &loop0, const var &loop1, int a, int b, int c, int d,
                      const var &skewed0, const var &skewed1,
                      source_place where = source_place::current());
    computation &skew(int loop0, int loop1, int a, int b, int c, int d,
                      source_place where = source_place::current());
    /// Loop k becomes the sum of row k of the matrix times the loops: the outermost ones, or those
    /// given, which are consecutive. The determinant is 1 or -1. Without names a row that is one
    /// loop alone keeps its name, and the others take the names that are left, in order.
    computation &transform(const std::vector<std::vector<int>> &matrix,
                           source_place where = source_place::current());
    computation &transform(const std::vector<var> &loops,
                           const std::vector<std::vector<int>> &matrix,
                           source_place where = source_place::current());
    computation &transform(const std::vector<var> &loops,
                           const std::vector<std::vector<int>> &matrix,
                           const std::vector<var> &transformed,
                           source_place where = source_place::current());
    computation &matrix_transform(const std::vector<std::vector<int>> &matrix,
                                  source_place where = source_place::current());
    /// i becomes -i, so that the loop runs backward; it keeps its name.
    computation &reverse(const var &loop, source_place where = source_place::current());
    /// The same with a new name.
    computation &loop_reversal(const var &loop, const var &reversed,
                               source_place where = source_place::current());
    computation &loop_reversal(int loop, source_place where = source_place::current());

    /// Replaces the schedule by a map in isl's notation, "{C[i,j]->C[0,s0,l0,s1,l1,s2]}": the first
    /// dimension is 0; l0 and l1 are the loops; the constants s0, s1, s2 order the computations
    /// that are scheduled so, instead of all that other commands said of their order. Those with
    /// equal s0, ..., sk share the loops l0, ..., lk. Throws user_error if an instance has no time
    /// or two have one.
    void set_low_level_schedule(const std::string &isl_map,
                                source_place where = source_place::current());
    /// Applies "{C[0,s0,l0,s1,l1,s2]->C[0,s0',l0',...]}" to the schedule, in which all constants
    /// are 0 unless they were set by these two calls.
    void apply_transformation_on_schedule(const std::string &isl_map,
                                          source_place where = source_place::current());

    // Parts of loops. They keep the order, so they are always legal.

    /// The first (last) `count` values of the loop run in a nest of their own before (after) it.
    computation &peel_first(const var &loop, int count = 1,
                            source_place where = source_place::current());
    computation &peel_last(const var &loop, int count = 1,
                           source_place where = source_place::current());
    /// Iterations of the loops around in which `loop` runs over all its values, as in full tiles,
    /// run in a nest of their own, without tests; the others beside it.
    computation &separate(const var &loop, source_place where = source_place::current());

    // How loops run.

    computation &parallelize(const var &loop, source_place where = source_place::current());
    /// Splits by `width` and runs the inner loop on the lanes of vectors; what is left over at
    /// either end runs one by one.
    computation &vectorize(const var &loop, int width,
                           source_place where = source_place::current());
    computation &vectorize(const var &loop, int width, const var &outer, const var &inner,
                           source_place where = source_place::current());
    /// With tail::masked there is one loop of vectors, and lanes beyond the loop's ends are
    /// switched off: they neither read nor write memory.
    computation &vectorize(const var &loop, int width, tail rest,
                           source_place where = source_place::current());
    computation &vectorize(const var &loop, int width, const var &outer, const var &inner,
                           tail rest, source_place where = source_place::current());
    /// Unrolls the whole loop, whose number of iterations has to be known while compiling.
    computation &unroll(const var &loop, source_place where = source_place::current());
    /// Splits by `factor` and unrolls the inner loop.
    computation &unroll(const var &loop, int factor, source_place where = source_place::current());
    computation &unroll(const var &loop, int factor, const var &outer, const var &inner,
                        source_place where = source_place::current());
    computation &unroll(int loop, int factor, source_place where = source_place::current());
    /// Splits by `factor`, moves the inner loop inside all others and unrolls it there.
    computation &unroll_and_jam(const var &loop, int factor,
                                source_place where = source_place::current());
    computation &unroll_and_jam(const var &loop, int factor, const var &outer, const var &inner,
                                source_place where = source_place::current());
    computation &tag_parallel_level(const var &loop, source_place where = source_place::current());
    computation &tag_parallel_level(int loop, source_place where = source_place::current());
    computation &tag_vector_level(const var &loop, int width,
                                  source_place where = source_place::current());
    computation &tag_vector_level(int loop, int width,
                                  source_place where = source_place::current());
    computation &tag_unroll_level(const var &loop, source_place where = source_place::current());
    computation &tag_unroll_level(int loop, source_place where = source_place::current());
    computation &tag_unroll_level(const var &loop, int factor,
                                  source_place where = source_place::current());
    computation &tag_unroll_level(int loop, int factor,
                                  source_place where = source_place::current());

    // Staging: values that the loops keep close while they use them. The statements that fill and
    // empty the window are proved to run at the right time; commands that change the loops around a
    // window come before it.

    /// Copies what one iteration of `level` reads of `values` into an array of its own, just before
    /// that iteration; the computation reads the array. Returns the copy, for commands on its
    /// loops: those around, then one for each dimension of `values`, named after its iterators or
    /// by `names`, counted from the corner of what is read. Its store_in() chooses the array's
    /// layout. Throws user_error where what is read has no constant size or is not affine.
    computation cache_read(const computation &values, const var &level,
                           const std::vector<var> &names = {},
                           source_place where = source_place::current());
    /// The computation updates an array of its own in one iteration of `level`: what it reads of
    /// itself is copied in before, what it writes is copied back after. In registers, both copies
    /// are unrolled, and vectorized as the computation is at this moment.
    staged_copies cache_write(const var &level, memory kept = memory::temporary,
                              source_place where = source_place::current());
    /// Computes, just before each iteration of the consumer's loop, exactly what that iteration
    /// reads of this computation, some of it several times where iterations overlap. Commands on
    /// this computation's loops, given before or after, hold for the loops there. Where nothing
    /// else needs the values, they are not computed as a whole.
    computation &compute_at(const computation &consumer, const var &level,
                            source_place where = source_place::current());
    computation &compute_at(const computation &consumer, int level,
                            source_place where = source_place::current());
    /// The values stay in memory through one iteration of the consumer's loop `level`. Followed by
    /// compute_at in a loop further inside, each value is computed in the first iteration there
    /// that needs it, and later ones find it; the loops between run in their order, not in
    /// parallel. Without compute_at, the whole buffer is allocated in loop `level`, which all
    /// computations that use it must share, as by buffer::allocate_at; then `consumer` may be the
    /// computation itself. Returns this computation.
    computation *store_at(const computation &consumer, const var &level,
                          source_place where = source_place::current());
    /// At the beginning of each iteration of `level`, asks the caches for what this computation
    /// reads of `values` `distance` iterations later. Computes nothing and changes no order, so it
    /// is always legal; `values` lie in an argument. Where an index is read from memory, the line
    /// of the first element of an iteration is asked for, and the loop may have run-time bounds.
    /// Throws user_error where what is read has no constant size, or where what an index reads
    /// changes in the loop or is a temporary.
    computation &prefetch(const computation &values, const var &level, int distance,
                          source_place where = source_place::current());
    /// Computes the values where they are read, each time: readers evaluate the expression with
    /// their indices in place of the iterators, and nothing is stored. Give it before commands that
    /// stage what the readers read. Throws user_error for computations that have updates, read
    /// themselves or are stored in an argument, and where a reader may go outside of the domain.
    computation &compute_inline(source_place where = source_place::current());
    /// Upstream's spelling of compute_inline(), which cannot be taken back.
    computation &set_inline(bool is_inline = true, source_place where = source_place::current());
    bool is_inline_computation() const;

    // Reductions.

    /// Splits a reduction C(..) += e (also -=, *=, min, max) into partial results: a new
    /// computation, with one more dimension `partial` for the values of `loop`, accumulates in
    /// the loops that the update had; the update becomes C(..) += partial results. Returns the new
    /// computation, named C_partial: its init() starts the partial results, its update(0)
    /// accumulates, in loops of which `loop` is now named `partial`. Floats are added in another
    /// order, as by every command that reorders a reduction. Give it before commands that order or
    /// stage this computation. Throws user_error where there is no reduction over `loop`, or where
    /// the number of partial results is known only while the program runs.
    computation rfactor(const var &loop, const var &partial,
                        source_place where = source_place::current());

    // Other targets, by upstream's names. They throw unsupported_error.

    template <typename... Arguments>
    computation &gpu_tile(const detail::located_argument &outermost, const Arguments &...) {
        refuse_target("gpu_tile", "a GPU", outermost.where());
    }
    template <typename... Levels>
    void tag_gpu_level(const detail::located_argument &outermost, const Levels &...) {
        refuse_target("tag_gpu_level", "a GPU", outermost.where());
    }
    computation *cache_shared(computation &, const var &, const std::vector<int> &,
                              const std::vector<expr> &, bool = false,
                              source_place where = source_place::current()) {
        refuse_target("cache_shared", "a GPU", where);
    }
    void tag_distribute_level(const detail::located_argument &loop) {
        refuse_target("tag_distribute_level", "several processes", loop.where());
    }
    void drop_rank_iter(const var &, source_place where = source_place::current()) {
        refuse_target("drop_rank_iter", "several processes", where);
    }
    void gen_communication(source_place where = source_place::current()) {
        refuse_target("gen_communication", "several processes", where);
    }
    void gen_communication(const var &, source_place where = source_place::current()) {
        refuse_target("gen_communication", "several processes", where);
    }
    void set_wait_access(const std::string &, source_place where = source_place::current()) {
        refuse_target("set_wait_access", "several processes", where);
    }
    void collapse_many(const std::vector<collapse_group> &,
                       source_place where = source_place::current()) {
        refuse_target("collapse_many", "several processes", where);
    }
    template <typename... Arguments>
    static xfer create_xfer(const detail::located_argument &domain, const Arguments &...) {
        detail::refuse_messages("computation::create_xfer", domain.where());
    }

    // Questions.

    const std::string &get_name() const;
    const expr &get_expr() const;
    primitive_t get_data_type() const;
    std::vector<std::string> get_loop_names() const; ///< outermost first
    int get_loop_level_number_from_dimension_name(const std::string &loop) const;
    // NOLINTNEXTLINE(readability-identifier-naming): the older name
    int compute_maximal_AST_depth() const; ///< number of loops that run more than once
    /// Why the loop, as the schedule stands, cannot run in parallel: the sentence of the error that
    /// parallelize would lead to, with a pair of instances that shows it. Empty if it can.
    std::string why_not_parallel(const var &loop,
                                 source_place where = source_place::current()) const;
    /// The same for a loop that runs on the lanes of vectors as a whole; a reduction may.
    std::string why_not_vectorizable(const var &loop,
                                     source_place where = source_place::current()) const;
    /// The same for vectorize(loop, width), which asks it of `width` neighbouring iterations only.
    std::string why_not_vectorizable(const var &loop, int width,
                                     source_place where = source_place::current()) const;
    /// The skews of two loops, the second directly inside the first, that would keep the meaning
    /// of the program and make a loop parallel or the two tilable. Tries all factors from
    /// -`largest` to `largest`. All computations that share the loops have to be skewed alike:
    /// see function::legal_skews.
    skew_choices legal_skews(const var &outer, const var &inner, int largest = 3,
                             source_place where = source_place::current()) const;

    /// check_legality_of_function() for the dependences between this computation and the other.
    bool involved_subset_of_dependencies_is_legal(computation *other,
                                                  source_place where = source_place::current());
    bool unrolling_is_legal(const var &loop, source_place where = source_place::current()) const;

    // Printed: the domain in isl's notation, the commands on the computation, both.

    void dump_iteration_domain(std::ostream &out = std::cout) const;
    void dump_schedule(std::ostream &out = std::cout) const;
    void dump(std::ostream &out = std::cout) const;

    core::computation_state *state() const { return state_.get(); }
    /// The definition that commands mean.
    core::computation_state *part() const;
    /// The same for a block, which means several.
    virtual std::vector<core::computation_state *> parts() const { return {part()}; }

protected:
    computation() = default; ///< names nothing

    std::shared_ptr<core::computation_state> state_; ///< keeps the function alive

private:
    [[noreturn]] void refuse_target(const std::string &call, const std::string &target,
                                    source_place where) const;

    /// References that the function hands out are to the object that the user declared, as long as
    /// it is there: older programs compare addresses.
    void become_declared_handle();
    void leave_declared_handle();

    bool is_part_ = false;
    bool is_declared_handle_ = false;
};

/// The statements that fill and empty the window of cache_write().
struct staged_copies {
    computation load; ///< has no loops to schedule where nothing is read
    computation store;
};

/// A computation whose values come from outside: it only gives a way to read a buffer. Its domain
/// is not checked against the indices that are read.
class input : public computation {
public:
    input(std::string name, const std::vector<var> &iterators, primitive_t type,
          source_place where = source_place::current());
    input(const std::vector<var> &iterators, primitive_t type,
          source_place where = source_place::current());
    input(const std::string &name, const std::vector<std::string> &iterators,
          std::vector<expr> sizes, primitive_t type, source_place where = source_place::current());
};

/// A second name for a buffer that is there already: store_in() says which. Upstream's word for an
/// input that other computations write.
class view : public input {
public:
    using input::input;
};

/// An input of these sizes, with fresh iterators and a buffer of its own.
class Input : public input { // NOLINT(readability-identifier-naming): the older name
public:
    Input(const std::string &name, const std::vector<expr> &sizes, primitive_t type,
          source_place where = source_place::current());
};

} // namespace tiramisu
