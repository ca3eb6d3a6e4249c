#pragma once

#include "gpu/device_contest.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// When a problem runs.
enum class problem_use {
    check, ///< where results are compared on a device of OpenCL: it is small
    quick, ///< always on a GPU
    full   ///< without --quick
};

/// A problem with its data on a device.
struct prepared_problem {
    std::shared_ptr<void> data;            ///< what the others point to
    std::vector<device_array *> arguments; ///< of ours, the result last
    expected_elements expected;
    std::vector<device_contender> peers; ///< where they are timed
    double tolerance = 1e-4;             ///< of our results, relative to the largest
};

/// A problem that runs on a device, or is modelled where there is none.
struct device_problem {
    std::string id;
    problem_use use;
    double operations = 0, bytes = 0; ///< of its definition; of its arguments
    std::vector<device_schedule> ours;
    std::function<prepared_problem(const gpu_place &)> prepare;
};

/// Whether a problem of this id runs.
using problem_filter = std::function<bool(const std::string &id, problem_use use)>;
/// Those that run there with the options of this run.
problem_filter problems_of_run(const session &here, const gpu_place &where);
/// Compares and times it, or models our schedules.
void run_device_problem(session &here, const gpu_place &where, const device_problem &problem);

/// gemm_*: products of matrices, beside cuBLAS.
std::vector<device_problem> product_problems(const problem_filter &is_run);

/// Convolutions of the set "dense", in NCHW, beside cuDNN; those named fused_* with biases and
/// ReLU.
std::vector<device_problem> convolution_problems(const problem_filter &is_run);
/// Pruned layers of the set "sparse", beside cuDNN with their zeros, and cuSPARSE.
std::vector<device_problem> sparse_convolution_problems(const problem_filter &is_run);

} // namespace tiramisu::bench
