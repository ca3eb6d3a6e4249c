#pragma once

#include <string>

#include "polyhedral/isl_bridge.h"

// What a schedule tree says beside its bands: isl keeps marks, and what stands in them, where it
// generates loops.

namespace tiramisu::poly {

/// Around the outermost loop on a GPU.
constexpr const char *kernel_mark = "kernel";
/// Inside of each loop on a GPU.
constexpr const char *device_mark = "device";

/// A mark around a loop of this level or, if it is an iteration's, in it. Owned by the caller.
isl_id *mark_at(isl_ctx *ctx, const std::string &text, int level);

bool is_kernel_mark(const isl::id &mark);
bool is_device_mark(const isl::id &mark);
/// The level that the mark was made with.
int mark_level(const isl::id &mark);

} // namespace tiramisu::poly
