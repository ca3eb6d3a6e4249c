#pragma once

#include <ostream>
#include <string>

#include "tiramisu/error.h"

namespace tiramisu::support {

/// Throws io_error where what a program wrote into a stream did not all arrive, as on a full disk:
/// it would end as one that has done its work.
inline void require_written(std::ostream &to, const std::string &name) {
    if (!to.flush()) {
        throw io_error(name, "write", "not all of it could be written, as on a full disk");
    }
}

} // namespace tiramisu::support
