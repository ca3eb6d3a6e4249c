#include "sets.h"

namespace tiramisu::bench {

const std::vector<benchmark_set> &all_sets() {
    static const std::vector<benchmark_set> sets = {
        {"core", "matrix multiply, the photo pipeline, and how long the compiler takes", run_core},
        {"schedules", "what schedules alone reach: gemm, conv, stencils, triangular solve",
         run_schedules},
        {"dense", "convolutions of well-known networks against oneDNN", run_dense},
        {"sparse", "sparse convolutions against oneDNN's dense ones and MKL's product", run_sparse},
        {"recurrent", "LSTM layers against oneDNN", run_recurrent},
    };
    return sets;
}

} // namespace tiramisu::bench
