#include "tiramisu/function.h"

#include <algorithm>

#include "codegen/compile.h"
#include "codegen/generation_guest.h"
#include "codegen/output/object.h"
#include "codegen/prove.h"
#include "codegen/report.h"
#include "core/expr/error_text.h"
#include "core/program/public_call.h"

// The last steps of a function: its schedule is proved, its loops are made and compiled.

namespace tiramisu {

namespace {

/// Older programs, which include the other header, go on as before, so this is no error.
void note_kept_header(lower::proved &ready, const std::string &object, const options &opts,
                      const core::public_call &call) {
    const lower::output_plan plan = lower::plan_outputs(object, ready.resolved.name, opts);
    const std::string kept = lower::kept_header(plan);
    if (kept.empty()) {
        return;
    }
    const std::string told = core::error_text(
        call.subject, call.call,
        "\"" + kept + "\" is a header of your own and stays; the generated one is \"" +
            plan.headers.front() + "\"",
        call.where);
    if (std::find(ready.notes.begin(), ready.notes.end(), told) == ready.notes.end()) {
        ready.notes.push_back(told);
    }
}

} // namespace

void function::codegen(const std::vector<buffer *> &arguments, const std::string &object,
                       const options &opts, source_place where) {
    const core::public_call call = {core::subject(*state_), "codegen", where};
    lower::call_generation_guest(*this, arguments, opts, where);
    lower::run_with_report(*this, {arguments, get_name(), object, opts, where}, [&] {
        core::restating_errors(*state_, call, [&] {
            lower::proved ready = lower::prove(*state_, arguments, opts, where);
            note_kept_header(ready, object, opts, call);
            lower::print_what_is_asked(ready, opts);
            lower::write_object(ready.resolved, ready.loops, object, opts, ready.times,
                                lower::origin_of(*state_, where));
            lower::record(*state_, ready);
        });
    });
}

compiled_function function::compile(const std::vector<buffer *> &arguments, const options &opts,
                                    source_place where) {
    return core::restating_errors(*state_, {core::subject(*state_), "compile", where}, [&] {
        lower::proved ready = lower::prove(*state_, arguments, opts, where);
        compiled_function code = lower::jit(ready.resolved, ready.loops, opts, ready.times,
                                            lower::origin_of(*state_, where));
        lower::record(*state_, ready);
        return code;
    });
}

std::string function::stmt_text(const std::vector<buffer *> &arguments, const options &opts,
                                source_place where) const {
    return core::restating_errors(*state_, {core::subject(*state_), "stmt_text", where}, [&] {
        const lower::proved ready = lower::prove(*state_, arguments, opts, where);
        return lower::stmt_text(ready.resolved, ready.loops, opts,
                                lower::origin_of(*state_, where));
    });
}

compile_times function::last_compile_times() const {
    return state_->last_compile_times;
}

void codegen(const std::vector<buffer *> &arguments, const std::string &object, const options &opts,
             source_place where) {
    global::get_implicit_function(where)->codegen(arguments, object, opts, where);
}

} // namespace tiramisu
