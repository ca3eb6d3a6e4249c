#pragma once

#include <string>
#include <vector>

#include "tiramisu/function.h"

namespace tiramisu::tune {

/// What programs share that do the same operations on other sizes.
struct program_class {
    /// Equal for such programs, whatever their names are; empty where it is not known.
    std::string key = {};
    /// Names of computations, iterators and buffers. In programs of one class, the same place is
    /// the same thing.
    std::vector<std::string> names = {};
};

/// Of the algorithm; its schedule plays no part. Loops over sizes that are scalar arguments and
/// loops over constants are two classes.
program_class class_of(const function &what);

/// The hash of a text, the same in every process.
std::string key_of(const std::string &text);

} // namespace tiramisu::tune
