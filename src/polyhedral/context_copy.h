#pragma once

#include "polyhedral/isl.h"

namespace tiramisu::poly {

// isl's objects belong to a context, and a context to one thread at a time: another thread takes
// copies in a context of its own.

isl::set copied(const isl::set &set, isl::ctx to);
isl::map copied(const isl::map &map, isl::ctx to);

} // namespace tiramisu::poly
