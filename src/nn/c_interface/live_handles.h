#pragma once

#include "tiramisu/tiramisu_c.h"

namespace tiramisu::nn {

enum class handle_kind { none, layer, weights, invocation, solver_list };

constexpr handle_kind kind_of_handle(const tiramisu_layer * /*of*/) {
    return handle_kind::layer;
}
constexpr handle_kind kind_of_handle(const tiramisu_weights * /*of*/) {
    return handle_kind::weights;
}
constexpr handle_kind kind_of_handle(const tiramisu_invocation * /*of*/) {
    return handle_kind::invocation;
}
constexpr handle_kind kind_of_handle(const tiramisu_solver_list * /*of*/) {
    return handle_kind::solver_list;
}

/// The handles that were made and not yet deleted. A pointer of the caller's is looked up here
/// before anything is read through it, so one that was deleted, or is to something else, is known.
/// What is not: a deleted handle whose place a later one of the same kind has taken.
void add_live_handle(const void *handle, handle_kind kind);

/// Whether there was such a handle, which from now on is none: of several threads that ask, one is
/// told so.
bool remove_live_handle(const void *handle, handle_kind kind);

/// What a pointer of the caller's is now.
handle_kind live_kind(const void *handle);

/// Throws user_error, as an argument of a call that must be of this kind.
[[noreturn]] void refuse_handle(const char *call, const char *argument, const void *given,
                                handle_kind wanted);

} // namespace tiramisu::nn
