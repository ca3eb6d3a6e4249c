#include "support/memory_model.h"

#include "codegen/expressions/target.h"
#include "codegen/lower.h"
#include "codegen/prove.h"
#include "support/compiled_run.h"
#include "support/lowered_run.h"

namespace tiramisu::oracle {

lower::hir::Stmt lowered(function &made, const std::vector<buffer *> &arguments) {
    const lower::proved ready = lower::prove(*made.state(), arguments, {}, {});
    return lower::lower_body(ready.resolved, ready.loops, {}, lower::parse_target("host"));
}

std::string fault_of(const lower::hir::Stmt &body, const std::vector<buffer *> &arguments,
                     const std::map<std::string, value> &scalars, const memory &before,
                     const memory &after) {
    std::vector<std::string> names;
    for (const buffer *argument : arguments) {
        names.push_back(argument->get_name());
    }
    memory data = before;
    try {
        if (!run_lowered(body, names, scalars, data)) {
            return "a check of the arguments fails";
        }
    } catch (const memory_fault &fault) {
        return fault.what();
    } catch (const not_modelled &missing) {
        return std::string("the memory model does not know ") + missing.what();
    }
    return first_difference(after, data, arguments);
}

} // namespace tiramisu::oracle
