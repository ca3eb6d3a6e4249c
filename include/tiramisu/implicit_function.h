#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/options.h"
#include "tiramisu/type.h"

// The function to which computations, buffers and constants belong that name no other.

namespace tiramisu {

class buffer;
class function;

/// Opens the implicit function of this thread: computations, buffers and constants that are made
/// from now on belong to it.
void init(const std::string &name, source_place where = source_place::current());
void init();

/// While it lives, computations, buffers and constants belong to a function of its own; then the
/// implicit function of this thread is the one from before again. For libraries, which make
/// functions inside of other people's programs. Scopes end in the reverse of the order in which
/// they begin. Schedules of libraries are complete: see function::set_complete_schedule().
class function_scope {
public:
    /// Throws user_error if the name is no identifier, or taken.
    explicit function_scope(const std::string &name, source_place where = source_place::current());
    ~function_scope();
    function_scope(const function_scope &) = delete;
    function_scope &operator=(const function_scope &) = delete;

    /// The function, which outlives the scope as long as there is a handle to it.
    function get() const;

private:
    struct surroundings;
    std::unique_ptr<surroundings> before_;
};

/// Generates the implicit function: object file and header.
void codegen(const std::vector<buffer *> &arguments, const std::string &object, const options &opts,
             source_place where = source_place::current());

namespace global {
/// The function of the last init(name). Throws user_error if there is none.
function *get_implicit_function(source_place where = source_place::current());
/// Of this thread: iterators are int32 again.
void set_default_tiramisu_options();
/// Type of the iterators that this thread makes from now on: p_int32 or p_int64.
void set_loop_iterator_type(primitive_t type);
primitive_t get_loop_iterator_data_type();
} // namespace global

} // namespace tiramisu
