#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/memory.h"
#include "support/random_program.h"

namespace tiramisu::oracle {

/// Those that the update's index and value are over, in the order of its loops.
std::vector<expr> iterators_of(const program_update &update);

/// No element of it has a value.
array make_array(const program_memory &at, const std::map<std::string, value> &parameters);

/// The arguments, filled with numbers that `seed` decides.
memory make_arguments(const random_program &program, const std::map<std::string, value> &parameters,
                      std::uint64_t seed);

/// What came of running a program as it reads.
struct direct_result {
    memory data;
    /// No two definitions depend on one another, and every read by name got the named value, so
    /// that declaration order is the meaning of the program.
    bool is_in_declaration_order = true;
    /// Buffers of which elements were read that had no value.
    std::vector<std::string> unset;
};

/// Runs each definition over its domain, one after the other, without any part of the compiler but
/// its expressions.
direct_result run_as_declared(const random_program &program,
                              const std::map<std::string, value> &parameters, memory data);

} // namespace tiramisu::oracle
