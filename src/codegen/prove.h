#pragma once

#include <vector>

#include "core/program.h"
#include "core/state.h"
#include "polyhedral/ast.h"
#include "tiramisu/compile_times.h"
#include "tiramisu/error.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// A function whose schedule keeps the meaning of its program, ready to be compiled.
struct proved {
    core::program resolved;
    poly::ast loops;
    compile_times times;
};

/// Throws schedule_error where the schedule changes the meaning, unless the function or the
/// environment say what else is to be done then.
proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             source_place where);

/// What the environment asks for, as the program itself may not look at it: notes by
/// TIRAMISU_DEBUG=1, warnings by TIRAMISU_LEGALITY=warn.
void print_what_is_asked(const core::function_state &state, const options &how);

} // namespace tiramisu::lower
