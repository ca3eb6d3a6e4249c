#pragma once

#include <string>

#include "tiramisu/error.h"
#include "tiramisu/type.h"

namespace tiramisu::core {

/// What a program asks for `target`, "a GPU" or "several processes", is refused here, in one text.
[[noreturn]] void refuse_target(const std::string &subject, const std::string &call,
                                const std::string &target, source_place where);

/// Whether values can be kept there, on the processor or on a GPU.
bool can_keep_values(memory where);

/// Whether the name is that of a schedule command for GPUs.
bool is_for_gpus(const std::string &command);

} // namespace tiramisu::core
