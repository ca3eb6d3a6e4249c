#pragma once

#include <vector>

#include "core/program/program.h"
#include "core/program/state.h"
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
    std::vector<std::string> warnings;      ///< what is illegal and let through
    support::append_log<std::string> notes; ///< the function's, with what was found meanwhile
};

/// core::prove(), and throws where the loops would be more code than can be compiled. The function
/// stays as it is. Callers run it in core::restating_errors(), which knows what the user has
/// called.
proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             const options &opts, source_place where);

/// Keeps in the function what its last code generation has found, and how long it took.
void record(core::function_state &state, const proved &ready);

/// What the environment asks for, as the program itself may not look at it: notes by
/// TIRAMISU_DEBUG=1, warnings by TIRAMISU_LEGALITY=warn.
void print_what_is_asked(const proved &ready, const options &opts);

} // namespace tiramisu::lower
