#pragma once

namespace tiramisu::bench {

/// X with L * X = B: L is lower triangular, n x n; X and B are n x columns. Each thread solves for
/// columns of its own.
void triangular_solve_loops(int n, int columns, const float *l, const float *b, float *x);

} // namespace tiramisu::bench
