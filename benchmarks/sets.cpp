#include "sets.h"

namespace tiramisu::bench {

const std::vector<benchmark_set> &all_sets() {
    static const std::vector<benchmark_set> sets = {
        {"core", "matrix multiply, the photo pipeline, and how long the compiler takes", run_core},
        {"schedules", "what schedules alone reach: gemm, conv, stencils, triangular solve",
         run_schedules},
        {"plain", "programs without a schedule against the same loops in C", run_plain},
        {"first_schedules", "schedules of one or two commands against none", run_first_schedules},
        {"dense", "layers of well-known networks against oneDNN and others", run_dense},
        {"choice", "what rules take for convolutions, against the fastest of all solvers",
         run_choice},
        {"sparse", "sparse convolutions against dense ones and sparse products", run_sparse},
        {"recurrent", "LSTM layers against oneDNN and others", run_recurrent},
        {"training", "backward through convolutions, beside oneDNN and the convolutions",
         run_training},
        {"tune", "schedules that are searched for, and what parts of the search are worth",
         run_tune},
        {"networks", "whole networks against ONNX Runtime and OpenVINO", run_networks},
        {"gpu", "kernels on a GPU against cuBLAS and others, or a model of them", run_gpu},
    };
    return sets;
}

} // namespace tiramisu::bench
