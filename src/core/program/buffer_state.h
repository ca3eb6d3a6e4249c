#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tiramisu/buffer.h"

namespace tiramisu::core {

/// The loop of a computation in which a buffer is allocated. What a schedule adds goes with the
/// schedule, so that the computation is the one that has this id now, and there may be none.
struct allocation_place {
    std::string computation;
    std::string loop;
    source_place where;
};

struct buffer_state {
    std::string name;
    std::string made_for; ///< the computation, of a buffer that the user did not name
    std::vector<expr> sizes;
    primitive_t type = p_none;
    argument_t role = a_temporary;
    int alignment = 0;                ///< in bytes; 0 if any will do
    std::vector<int> padding;         ///< unused elements at the end of each dimension
    bool any_shape = false;           ///< see buffer::any_shape()
    bool has_every_element = false;   ///< stands for expressions; no code uses it
    bool is_automatic = false;        ///< made for values that the program has given no place
    bool is_passing = false;          ///< made by a question, with which it goes
    memory space = memory::temporary; ///< of a GPU, where the program names it
    source_place spaced_where;        ///< where it does
    std::optional<allocation_place> allocated_at; ///< automatic where nothing is said
    function_state *owner = nullptr;
    source_place where;
};

} // namespace tiramisu::core
