#pragma once

#include "polyhedral/access.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// How far apart in memory the elements are that an access touches in neighbouring iterations.
enum class stride { none, element, far };

/// Of an access of the statement along its loop `x`, all other loops staying where they are.
stride stride_of(const poly::memory_access &access, const poly::scheduled_statement &statement,
                 int x);

} // namespace tiramisu::core
