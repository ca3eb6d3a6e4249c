#pragma once

#include "core/program.h"

namespace tiramisu::core {

/// Where the value is `element op e` for the element that the statement writes, brings it to the
/// form op(element, e) and sets `reduction`. A difference becomes a sum with -e.
void recognise_reduction(program_statement &statement);

} // namespace tiramisu::core
