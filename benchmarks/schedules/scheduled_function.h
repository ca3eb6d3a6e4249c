#pragma once

#include "session.h"

#include <tiramisu/tiramisu.h>

#include <functional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// A function with its schedule, not compiled yet.
struct scheduled_function {
    function what;
    std::vector<buffer> arguments;

    std::vector<buffer *> argument_list();
    compiled_function compile() { return what.compile(argument_list()); }
};

/// Adds rows named generator_ID: how long it takes to declare and schedule the function
/// ("declaration"), to prove it legal ("proof"), to make its loops ("loops"), Halide's statement
/// ("statement") and machine code ("machine_code"), and all of that ("total").
void time_generator(session &here, const std::string &id,
                    const std::function<scheduled_function()> &declare);

} // namespace tiramisu::bench
