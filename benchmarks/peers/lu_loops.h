#pragma once

namespace tiramisu::bench {

/// The factors of a size x size matrix, in place and without exchanges of rows; `added` is added to
/// each pivot before it divides.
void lu_plain_loops(float *matrix, int size, float added);

} // namespace tiramisu::bench
