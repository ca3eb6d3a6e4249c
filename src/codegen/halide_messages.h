#pragma once

namespace tiramisu::lower {

/// Has Halide's warnings of this process told where TIRAMISU_VERBOSE asks for it, instead of
/// printed: the library prints nothing. Errors stay the exceptions that they are.
void receive_halide_messages();

} // namespace tiramisu::lower
