#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"
#include "core/search/memory_order.h"
#include "tiramisu/compile_times.h"

namespace tiramisu::core {

/// A function whose schedule keeps the meaning of its program, as code generation takes it.
struct proof {
    program code; ///< as it runs, with what is known of its arguments and reads
    poly::ast loops;
    compile_times times;
    std::vector<std::string> warnings; ///< what is illegal and let through
};

/// What is asked to be done about illegal schedules in the environment, for programs that are not
/// to be changed; empty if nothing.
std::string legality_asked();

/// Throws schedule_error where the schedule changes the meaning, unless the function or the
/// environment say what else is to be done then, and where it is not what the program was told by
/// check_legality_of_function(). What the proof needs of the function, storage for what has none,
/// is there until the call ends.
/// `sums`: what generated code may do with sums of floats.
proof prove(function_state &function, const std::vector<buffer *> &arguments, source_place where,
            float_sums sums);

/// The analysis of the schedule as it stands, as a proof looks at it. Throws user_error where the
/// program has no meaning in an order that perform_full_dependency_analysis() has fixed, either.
analysis analysis_to_prove(function_state &function, const std::vector<buffer *> &arguments,
                           source_place where);

/// The same error as one about a schedule, without a dependence.
schedule_error about_schedule(const user_error &refused);

/// The first thing that is illegal, whatever is asked, with a schedule near to this one that is
/// legal; else what would refuse to generate code of the schedule, without a dependence.
std::optional<schedule_error>
find_refusal(function_state &function, const std::vector<buffer *> &arguments, source_place where);

} // namespace tiramisu::core
