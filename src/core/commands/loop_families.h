#pragma once

#include "core/program/command_kind.h"

// The commands on a computation's own loops, a family a file.

namespace tiramisu::core {

command_family tiling_family();
command_family affine_family();
command_family separation_family();
command_family loop_kind_family();
command_family gpu_family();

} // namespace tiramisu::core
