#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/loops/linear_index.h"

namespace tiramisu::lower {

/// The most places that an array of a thread has, and if all of them are numbers once loops are
/// unrolled. Those without elements, as between rows of a tile that other threads have the rest of,
/// take no registers then.
constexpr std::int64_t most_register_elements = 1024, most_known_places = 65536;

/// An array of a block of which every thread touches elements of its own, as one array for each
/// thread, in `body` and around it: with constant indices, as in unrolled loops, its elements are
/// registers, and they stay where a loop around the loops on threads goes on.
///
/// The place of an element is what is left of its index without the terms of numbers of threads.
/// Nothing where these terms are not the same in all accesses, an index is not linear, or the rest
/// takes no constant number of values or too many. `values` are what names of loops can stand for.
std::optional<hir::Stmt> in_registers(const std::string &array, Halide::Type type,
                                      const std::vector<std::string> &threads,
                                      const name_values &values, const hir::Stmt &body);

} // namespace tiramisu::lower
