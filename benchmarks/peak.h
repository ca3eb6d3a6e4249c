#pragma once

namespace tiramisu::bench {

/// The most float multiply-adds that `threads` threads can do, in 1e9 operations a second (an FMA
/// is two): chains of multiply-adds on registers alone, with the widest vectors of this machine.
double measure_fma_peak(int threads);

/// "AVX-512", "AVX2" or "SSE": what measure_fma_peak used.
const char *vector_extension();

} // namespace tiramisu::bench
