#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/random_program.h"
#include "support/random_schedule.h"
#include "support/refusal_cause.h"

namespace tiramisu::oracle {

/// A program and a schedule for it.
struct schedule_case {
    random_program program;
    std::vector<schedule_command> commands;
    std::uint64_t data_seed = 0;

    std::string to_cpp() const;
    bool has_staging() const;
};

enum class outcome {
    accepted,     ///< compiled, and gave the interpreter's result
    refused,      ///< refused, and a pair of instances shows why
    conservative, ///< refused; no pair was found that is wrong
    no_meaning,   ///< said to have no meaning, before any legality
    unsupported,  ///< cannot be compiled yet
    outside,      ///< the oracle finds no meaning in it either
    failed        ///< the library is wrong
};

const char *to_string(outcome what);

struct case_result {
    outcome what = outcome::failed;
    std::string text; ///< what the library or the oracle said
    refusal_cause cause;
    /// Of what was refused: compiled without the check, the result was another.
    bool is_different_when_forced = false;
    /// Of what was refused: without the check, the code generator breaks down on it.
    bool is_uncompilable_when_forced = false;
    /// Declaration order was found to be the meaning, independently of the library.
    bool is_meaning_confirmed = false;
    /// Of what was refused: the error names a legal neighbour, and it was tried.
    bool has_suggestion = false;
    /// The schedule was saved, loaded into the same program made again, and did the same there.
    bool is_replayed = false;
    double compile_seconds = 0; ///< of the processor, until it was compiled or refused
};

/// A program that has a meaning, with commands that the public API took one by one.
struct made_case {
    schedule_case made;
    int commands_rejected = 0; ///< by user_error at the call
};
/// Up to so many commands, and so many stagings with commands between them.
made_case make_random_case(random_source &random, const feature_set &features, int commands,
                           int stagings = 0, command_set from = command_set::all);

/// Compiles and judges. Everything that the library may throw is caught.
case_result run_case(const schedule_case &what);

/// Fewer commands that still fail in the same way.
schedule_case shrink(schedule_case failing);

} // namespace tiramisu::oracle
