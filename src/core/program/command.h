#pragma once

#include <map>
#include <string>

#include "polyhedral/integer_matrix.h"
#include "tiramisu/schedule.h"

namespace tiramisu::core {

struct function_state;
struct computation_state;

using tiramisu::command;
using tiramisu::command_argument;
using tiramisu::computation_reference;
using tiramisu::isl_text;
using tiramisu::loop_reference;
using tiramisu::new_loop;

/// "temporary" of memory::temporary, and so on.
const std::map<memory, std::string> &memory_names();
/// "masked" of tail::masked, and so on.
const std::map<tail, std::string> &tail_names();

/// "split(i, 32, i0, i1)"
std::string call_text(const command &what);

/// "blur.split(i, 32, i0, i1);"
std::string to_cpp(const command &what);

/// Carries the command out on the computation that it names and records it. Throws user_error,
/// without a change, if an argument is not legal.
void apply(function_state &function, const command &what);

} // namespace tiramisu::core
