#pragma once

#include <string>

#include "tiramisu/error.h"

namespace tiramisu::core {

/// What a program asks for `target`, "a GPU" or "several processes", is refused here, in one text.
[[noreturn]] void refuse_target(const std::string &subject, const std::string &call,
                                const std::string &target, source_place where);

} // namespace tiramisu::core
