#pragma once

namespace tiramisu::bench {

/// `steps` (even) steps of a five-point mean over an n x n grid with a fixed border. Planes 0 and 1
/// of `planes` take turns; both hold the border, and the result is in plane 0.
void jacobi_plain_loops(float *planes, int n, int steps);

/// The same in tiles of time and rows, skewed by a row a step; tiles of a wavefront run in
/// parallel.
void jacobi_tiled_loops(float *planes, int n, int steps);

} // namespace tiramisu::bench
