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

class function;

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

    const std::string &get_name() const;
    int get_n_dims() const;
    const std::vector<expr> &get_dim_sizes() const;
    primitive_t get_elements_type() const;
    argument_t get_argument_type() const;
    bool has_constant_extents() const;

    core::buffer_state *state() const { return state_.get(); }

private:
    std::shared_ptr<core::buffer_state> state_; ///< keeps the function alive
};

} // namespace tiramisu
