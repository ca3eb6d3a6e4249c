#include "codegen/function_inner_loop.h"

#include "codegen/compile.h"
#include "codegen/machine_code/inner_loop.h"
#include "codegen/prove.h"

namespace tiramisu::lower {

std::string function_inner_loop(const function &what, const std::vector<buffer *> &arguments,
                                const options &opts, source_place where) {
    core::function_state &state = *what.state();
    const proved ready = prove(state, arguments, opts, where);
    return inner_loop(assembly_text(ready.resolved, ready.loops, opts, origin_of(state, where)));
}

} // namespace tiramisu::lower
