#pragma once

#include <optional>

#include "core/program/state.h"

namespace tiramisu::core {

/// Throws user_error where a number that is no enumerator was made a role.
void require_role(const std::string &subject, const std::string &call, argument_t role,
                  source_place where);

/// A buffer of the function; throws user_error if the name is taken or a size is not positive.
buffer_state *make_buffer(function_state &owner, std::string name, std::vector<expr> sizes,
                          primitive_t type, argument_t role, source_place where);

/// Stores a computation in a buffer: at the given element, or at its own index. Of several the last
/// one counts.
void store(computation_state &computation, buffer *target, std::optional<std::vector<expr>> indices,
           source_place where);

/// The same from an isl map, "{ C[i, j] -> b[j, i] }".
void store_by_map(computation_state &computation, const std::string &text, source_place where);

/// Throws user_error where the computation is stored by another number of indices than the buffer
/// that was named has dimensions.
void check_rank(const computation_state &stored);

/// A new buffer for the computation, addressed by its own index.
void allocate_storage(computation_state &computation, std::vector<expr> sizes, argument_t role,
                      source_place where);

/// Where an iterator that begins above 0 lies in a buffer made for it.
enum class indexing {
    from_zero, ///< its first value in element 0
    own        ///< each value in the element of that number, as callers expect
};

/// Whether the sizes of a buffer for its domain are known.
bool can_be_allocated(const computation_state &computation);

/// A new buffer that holds the computation's domain.
void allocate_for_domain(computation_state &computation, argument_t role, indexing rule);

/// Gives every executed computation that has no storage a temporary that just holds its domain.
void allocate_missing_storage(function_state &function);

/// Element of the buffer, over the iterators of the base computation.
std::vector<expr> storage_map(const computation_state &base);

} // namespace tiramisu::core
