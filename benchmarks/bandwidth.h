#pragma once

namespace tiramisu::bench {

/// Bytes that `threads` threads can read from memory, in 1e9 a second: sums over an array that no
/// cache holds.
double measure_memory_bandwidth(int threads);

} // namespace tiramisu::bench
