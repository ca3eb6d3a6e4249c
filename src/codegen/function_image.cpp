#include "tiramisu/function_image.h"

#include "codegen/compile.h"
#include "codegen/output/jit.h"
#include "codegen/output/loaded_objects.h"
#include "codegen/prove.h"
#include "core/program/public_call.h"

namespace tiramisu {

std::string function_image(const function &what, const std::vector<buffer *> &arguments,
                           const options &opts, source_place where) {
    if (!lower::loaded_objects::know_this_machine()) {
        return "";
    }
    core::function_state &state = *what.state();
    const core::public_call call = {core::subject(state), "function_image", where};
    return core::restating_errors(state, call, [&] {
        lower::proved ready = lower::prove(state, arguments, opts, where);
        const lower::object_code code = lower::objects(ready.resolved, ready.loops, opts,
                                                       ready.times, lower::origin_of(state, where));
        lower::record(state, ready);
        return code.image();
    });
}

compiled_function load_function_image(const std::string &image) {
    return lower::load(lower::object_code(image));
}

} // namespace tiramisu
