#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/expr.h"

namespace tiramisu {

namespace core {
struct buffer_state;
struct function_state;
} // namespace core

class computation;
class function;
class var;

/// Memory of the generated function: dense, row-major, sizes outermost first. Inputs and outputs
/// are arguments of the C function, temporaries are allocated by it. A light handle; copies name
/// the same buffer.
class buffer {
public:
    /// `sizes` are positive integers or expressions over run-time scalar arguments. Without
    /// `owner` the buffer belongs to the implicit function.
    buffer(const std::string &name, std::vector<expr> sizes, primitive_t type, argument_t role,
           function *owner = nullptr, source_place where = source_place::current());
    explicit buffer(std::shared_ptr<core::buffer_state> state) : state_(std::move(state)) {}
    // Moving copies: a handle that was moved from is the same as before.
    buffer(const buffer &) = default;
    buffer &operator=(const buffer &) = default;

    const std::string &get_name() const;
    int get_n_dims() const;
    const std::vector<expr> &get_dim_sizes() const;
    primitive_t get_elements_type() const;
    argument_t get_argument_type() const;
    bool has_constant_extents() const;

    /// Of an argument into which callers do not look, such as weights that another function packs:
    /// with argument_checks::exact, too, it may be described in any shape of as many elements, as a
    /// row of them. Throws user_error for temporaries.
    buffer &any_shape(source_place where = source_place::current());

    // How a temporary lies in memory. The memory of arguments is the caller's: for them these throw
    // user_error.

    /// Its first element lies at an address that is a multiple of `bytes`, a power of two up to
    /// 4096.
    buffer &align(int bytes, source_place where = source_place::current());
    /// Leaves `elements` elements unused at the end of each row of dimension `dimension`, counted
    /// from 0, the outermost. The elements of the dimensions around come to lie farther apart.
    buffer &pad(int dimension, int elements, source_place where = source_place::current());
    /// Every iteration of the loop, which is one of the computation's, has memory of its own:
    /// allocated before the iteration's first statement, freed after its last one. When code is
    /// generated, all statements that use the buffer have to be inside the loop, and all values
    /// that an iteration reads from it have to be its own: else user_error, or schedule_error with
    /// a pair of instances that shows it.
    /// Returns the allocation as a computation that runs nothing and only has a place in the
    /// order: a.then(*allocation, i).then(b, i) means a.then(b, i).
    computation *allocate_at(const computation &inside, const var &loop,
                             source_place where = source_place::current());
    computation *allocate_at(const computation &inside, int loop,
                             source_place where = source_place::current());

    /// Where older programs free the buffer: nothing changes, an iteration's memory is freed after
    /// its last statement. Returns a computation that only has a place in the order, as above.
    computation *deallocate_at(const computation &inside, const var &loop,
                               source_place where = source_place::current());
    computation *deallocate_at(const computation &inside, int loop,
                               source_place where = source_place::current());

    /// Temporaries are always allocated and freed where they have to be: nothing changes.
    void set_auto_allocate(bool) {}
    void set_auto_deallocate(bool) {}

    /// What loops on a GPU use lies in its memory in any case: nothing changes.
    void tag_gpu_global() {}

    // Other memory of a GPU. Code generation throws where loops use the buffer so that it cannot
    // lie there.

    /// A temporary lies in what the threads of one block share: every block has its own.
    void tag_gpu_shared(source_place where = source_place::current());
    /// Every thread has the temporary for itself: in registers, where indices are known.
    void tag_gpu_local(source_place where = source_place::current());
    void tag_gpu_register(source_place where = source_place::current());
    /// An input or a temporary that no kernel writes lies in constant memory.
    void tag_gpu_constant(source_place where = source_place::current());

    core::buffer_state *state() const { return state_.get(); }

private:
    void tag(const char *call, memory space, source_place where);

    std::shared_ptr<core::buffer_state> state_; ///< keeps the function alive
};

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

} // namespace tiramisu
