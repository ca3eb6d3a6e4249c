#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/memory.h"
#include "support/random_source.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// A compiled function with what it is called on, and what it has to leave there.
struct odd_call_subject {
    const compiled_function &code;
    const std::vector<buffer *> &arguments;
    std::vector<std::int32_t> scalars; ///< those that come after the buffers
    const memory &before, &after;
    /// What the program leaves of other arguments. Throws meaningless where it has no meaning.
    std::function<memory(const memory &)> run;
};

/// What the function does wrong where its arguments are described as few callers do: with other
/// coordinates of the first element; with gaps between rows, another extent or type, or without
/// memory; or with one memory for an input and an output. It has to give the same result, or to
/// return an error and touch nothing. Empty if it does so.
std::string fault_in_odd_calls(const odd_call_subject &subject, random_source &random);

} // namespace tiramisu::oracle
