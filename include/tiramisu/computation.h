#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tiramisu/access.h"
#include "tiramisu/buffer.h"
#include "tiramisu/expr.h"
#include "tiramisu/older_computation.h"
#include "tiramisu/schedule_commands.h"
#include "tiramisu/skews.h"
#include "tiramisu/var.h"

namespace tiramisu {

namespace core {
struct computation_state;
}

class function;

/// A statement for every point of an iteration domain, and the schedule of its loops.
///
/// A computation says *what* is computed; schedule commands, which are in `schedule_commands`, say
/// *in which order*. On a computation with updates a command means the last update; `init()` and
/// `update(k)` name the parts.
///
/// A light handle; copies name the same computation.
class computation : public schedule_commands, public older_computation_calls {
public:
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
    /// From an isl set, for example "[N]->{C[i,j]: 0<=i<N and 0<=j<=i}". Parameters are the
    /// constants of the function with these names. An undefined expression makes an input.
    computation(const std::string &isl_domain, const expr &value, bool schedule, primitive_t type,
                function *owner, source_place where = source_place::current());
    /// As older programs say that the computation is executed; what has a value always is.
    template <typename Flag, std::enable_if_t<std::is_same_v<Flag, bool>, int> = 0>
    computation(std::string name, const std::vector<var> &iterators, expr value, Flag,
                source_place where = source_place::current())
        : computation(std::move(name), iterators, std::move(value), where) {}
    template <typename Flag, std::enable_if_t<std::is_same_v<Flag, bool>, int> = 0>
    computation(const std::vector<var> &iterators, expr value, Flag,
                source_place where = source_place::current())
        : computation(iterators, std::move(value), where) {}
    /// Names one definition, whatever updates there are or come.
    explicit computation(std::shared_ptr<core::computation_state> part)
        : state_(std::move(part)), is_part_(true) {}
    computation(const computation &other);
    computation &operator=(const computation &other);
    virtual ~computation();

    // Use in expressions.

    access operator()(source_place where = source_place::current()) const;
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
    computation init() const;
    computation update(int k, source_place where = source_place::current()) const;

    // Storage.

    computation &store_in(const located_buffer &target);
    /// Element `indices` (integers over this computation's iterators; affine, `/` and `%` by
    /// constants, or else nothing proves that they lie in the buffer).
    computation &store_in(const located_buffer &target, std::vector<expr> indices);
    /// A new temporary of these sizes, with this map.
    computation &store_in(std::vector<expr> indices, std::vector<expr> sizes,
                          source_place where = source_place::current());
    /// Where no storage is set yet, the temporary that the values would get when code is generated;
    /// null if its size is not known.
    buffer *get_buffer() const;
    /// Dimension `dimension` of the buffer shrinks to `size` elements, used in turn: element i lies
    /// at i % size.
    computation &storage_fold(const var &dimension, int size,
                              source_place where = source_place::current());

    // Questions.

    const std::string &get_name() const;
    const expr &get_expr() const;
    primitive_t get_data_type() const;
    std::vector<std::string> get_loop_names() const; ///< outermost first
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

    core::computation_state *state() const { return state_.get(); }
    /// The definition that commands mean.
    core::computation_state *part() const;
    /// The same for a block, which means several.
    virtual std::vector<core::computation_state *> parts() const { return {part()}; }

protected:
    computation() = default; ///< names nothing

    std::shared_ptr<core::computation_state> state_; ///< keeps the function alive

private:
    friend class schedule_commands;

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
