#pragma once

#include <optional>

#include "autoscheduler/space/program_class.h"
#include "autoscheduler/space/program_view.h"

namespace tiramisu::tune {

/// The schedule of one program for another one of its class: the same commands under the other's
/// names. Sizes of tiles are those of inner loops, so that outer ones follow from the new extents.
/// None where a map in isl's notation would have to be renamed.
std::optional<schedule> renamed(const schedule &donor, const program_class &from,
                                const program_class &to, const std::string &function_name);

/// Why the schedule is of no use for loops of these extents ("splits \"i\", of 8 iterations, by
/// 32"); empty where nothing is known against it. Whether it is legal is another question.
std::string misfit(const schedule &what, const program_view &view);

} // namespace tiramisu::tune
