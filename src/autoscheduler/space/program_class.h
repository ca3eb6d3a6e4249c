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
    /// What the algorithm's numbers are, in its order: in programs of one class they are as many.
    std::vector<double> sizes = {};
};

/// How far apart the numbers of two programs of a class are: the logarithms of their ratios, added
/// up. 0 where one does not tell its own.
double distance(const program_class &left, const program_class &right);

/// Of the algorithm; its schedule plays no part. Loops over sizes that are scalar arguments and
/// loops over constants are two classes.
program_class class_of(const function &what);

/// The hash of a text, the same in every process.
std::string key_of(const std::string &text);

} // namespace tiramisu::tune
