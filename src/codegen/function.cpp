#include "tiramisu/function.h"

#include "codegen/compile.h"
#include "codegen/report.h"
#include "core/analysis.h"
#include "core/legal_neighbour.h"
#include "core/staged_analysis.h"
#include "core/state.h"

// The last steps of a function: its schedule is proved, its loops are made and compiled.

namespace tiramisu {

namespace {

struct proved {
    core::program resolved;
    poly::ast loops;
};

proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             source_place where) {
    core::analysis now = core::with_stagings(state, core::analyse(state, arguments, where));
    state.warnings.clear();
    if (state.on_illegal != legality::off && !state.illegality_acknowledged) {
        if (const auto illegal = core::find_illegality(state, now, where)) {
            const schedule_error explained = core::with_suggestion(state, now, arguments, *illegal);
            if (state.on_illegal == legality::refuse) {
                throw explained;
            }
            state.warnings.push_back(explained.what());
        }
    }
    poly::ast loops = core::loops_of(state, now);
    return {std::move(now.resolved), std::move(loops)};
}

} // namespace

void function::codegen(const std::vector<buffer *> &arguments, const std::string &object,
                       const options &how, source_place where) {
    lower::run_with_report(*this, {arguments, object, how, where}, [&] {
        const proved ready = prove(*state_, arguments, where);
        lower::write_object(ready.resolved, ready.loops, object, how);
    });
}

compiled_function function::compile(const std::vector<buffer *> &arguments, const options &how,
                                    source_place where) {
    const proved ready = prove(*state_, arguments, where);
    return lower::jit(ready.resolved, ready.loops, how);
}

std::string function::stmt_text(const std::vector<buffer *> &arguments, const options &how) {
    const proved ready = prove(*state_, arguments, {});
    return lower::stmt_text(ready.resolved, ready.loops, how);
}

void codegen(const std::vector<buffer *> &arguments, const std::string &object, const options &how,
             source_place where) {
    global::get_implicit_function(where)->codegen(arguments, object, how, where);
}

} // namespace tiramisu
