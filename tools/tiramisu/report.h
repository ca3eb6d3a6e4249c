#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tiramisu::tool {

/// What the tool has to say when it cannot do its work.
class failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct picture {
    std::string title, svg, problem; ///< the picture, or why there is none
};

/// Why a schedule was refused. Fields after `place` are empty where no dependence is broken.
struct refusal {
    std::string subject, call, problem, place;
    std::string kind, buffer, source_instance, sink_instance, loop, suggestion;
};

/// What a generator reported of one call of code generation. Texts of parts that it could not tell
/// say why.
struct report {
    std::string function, place;
    std::optional<refusal> refused;
    std::string notes; ///< a line for what was accepted although it may be a mistake
    std::string algorithm, schedule, outline, dependences, loops;
    std::string banks; ///< of the shared memory of a GPU: how often they are asked at once
    std::vector<picture> pictures;
    std::string no_pictures;          ///< why there are none
    std::string stmt, llvm, assembly; ///< empty where the schedule was refused
    std::string ptx, sass;            ///< of kernels; empty where they were not asked for
    std::string times;                ///< where the time of code generation went
};

/// Reads one file that a generator wrote, and the files that it names.
report read_report(const std::string &path);

} // namespace tiramisu::tool
