#pragma once

#include "tiramisu/tune/sketch.h"

// What happens to the loops of a tile that is small enough to be written out.

namespace tiramisu::tune {

/// Iterations of the loop; 1 where there is none of that name.
/// Whether it is known while compiling how often the loop runs.
bool is_constant(const nest_writer &writer, const std::string &loop);
long extent_of(const nest_writer &writer, const std::string &loop);

/// Puts the loop on the lanes of vectors, as long as a register is or as the loop allows. Returns
/// the name of the loop over these vectors, that of the loop itself where it is too short.
std::string vectorize_whole(const program_view &view, nest_writer &writer, const statement_view &of,
                            const std::string &loop);

/// Writes the loops out where that makes at most so many copies. Returns how many; 0 where it is
/// left undone.
long unroll_together(nest_writer &writer, const std::vector<std::string> &loops, long most);

} // namespace tiramisu::tune
