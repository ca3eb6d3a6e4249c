#pragma once

#include <string>
#include <vector>

namespace tiramisu::tool {

/// "tiramisu 0.1.0, Halide 21.0.0, isl 0.25"
std::string version_text();

/// One thing that was looked at.
struct finding {
    std::string what;    ///< "processor"
    std::string found;   ///< what it is
    std::string problem; ///< what is wrong and how to mend it; empty if nothing is
};

/// Looks at what generators and generated functions need of this machine: the processor, caches,
/// threads, folders to write to, and whether a function compiles and computes what it should.
std::vector<finding> examine();

bool has_problem(const std::vector<finding> &findings);

/// The findings, a line each, and a last line that counts the problems.
std::string to_text(const std::vector<finding> &findings);

} // namespace tiramisu::tool
