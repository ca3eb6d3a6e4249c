#include "codegen/prove.h"

#include <iostream>

#include "codegen/passes/code_size.h"
#include "codegen/vectors/scalar_vectors.h"
#include "core/program/function_snapshot.h"
#include "core/search/proof.h"
#include "support/stopwatch.h"
#include "support/verbose.h"

namespace tiramisu::lower {

proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             const options &opts, source_place where) {
    const core::function_snapshot as_it_was(state);
    core::proof found =
        core::prove(state, arguments, where,
                    opts.with_environment().strict_float ? core::float_sums::as_written
                                                         : core::float_sums::in_any_order);
    {
        const support::stopwatch running(found.times.loops);
        note_scalar_vectors(state, found.code, found.loops);
        bound_code_size(state, found.code, found.loops);
    }
    return {std::move(found.code), std::move(found.loops), found.times, std::move(found.warnings),
            state.notes};
}

void record(core::function_state &state, const proved &ready) {
    state.warnings = ready.warnings;
    state.notes = ready.notes;
    state.last_compile_times = ready.times;
    const compile_times &took = ready.times;
    support::tell("function \"" + state.name + "\": proof " +
                  support::milliseconds_text(took.proof) + ", loops " +
                  support::milliseconds_text(took.loops) + ", statement " +
                  support::milliseconds_text(took.statement) + ", machine code " +
                  support::milliseconds_text(took.machine_code));
}

void print_what_is_asked(const proved &ready, const options &opts) {
    const options asked = opts.with_environment();
    std::ostream &out = asked.debug_stream != nullptr ? *asked.debug_stream : std::cerr;
    const auto print = [&](const auto &lines) {
        for (const std::string &line : lines) {
            out << line << '\n';
        }
    };
    if (asked.debug_level("notes") > 0) {
        print(ready.notes);
    }
    if (core::legality_asked() == "warn") {
        print(ready.warnings);
    }
}

} // namespace tiramisu::lower
