#pragma once

#include <string>

#include "tiramisu/error.h"
#include "tiramisu/type.h"

namespace tiramisu::core {

/// What a program asks for `target`, "a GPU" or "several processes", is refused here, in one text.
[[noreturn]] void refuse_target(const std::string &subject, const std::string &call,
                                const std::string &target, source_place where);

/// Whether values can be kept there; the rest is memory of a GPU.
bool is_of_processor(memory where);

/// Whether the name is that of a schedule command for GPUs.
bool is_for_gpus(const std::string &command);

} // namespace tiramisu::core
