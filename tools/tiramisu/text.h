#pragma once

#include <string>
#include <vector>

#include "tiramisu/report.h"

namespace tiramisu::tool {

/// A part of a report that `show` knows: the option that asks for it, what it is, its text.
struct shown_part {
    const char *option;
    const char *title;
    std::string report::*text;
};

const std::vector<shown_part> &shown_parts();

/// "blur (generator.cpp:34)"
std::string heading(const report &of);

/// The parts, with headings where there is more than one.
std::string show(const std::vector<report> &reports, const std::vector<shown_part> &parts);

/// For every call: why it was refused and what would mend it, or that it was accepted.
std::string explain(const std::vector<report> &reports);

} // namespace tiramisu::tool
