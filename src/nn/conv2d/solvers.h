#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "nn/conv2d/solver.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {

/// All solvers, in the order in which the rule asks them: the first that can and is_for_rule()
/// is taken. The last one can do everything. Winograd's comes after the direct one, which can do
/// all that it can: the rule never takes it, since its results are less exact and it takes longer
/// to generate. find() does.
const std::vector<std::unique_ptr<const conv2d_solver>> &all_conv2d_solvers();

/// A solver and the values of its parameters.
struct conv2d_choice {
    const conv2d_solver *solver = nullptr;
    configuration values;
};

/// The first solver that can, with its own configuration.
conv2d_choice choose_by_rule(const conv2d_task &task);

/// The solver of this name with `values`, or its own configuration if they are empty. Throws
/// user_error where that cannot be.
conv2d_choice choose(const conv2d_task &task, const std::string &solver, const std::string &values,
                     source_place where);

/// The fastest of these records, in their order, that this version can still compute.
std::optional<conv2d_choice> choose_measured(const conv2d_task &task,
                                             const std::vector<perf_record> &records);

} // namespace tiramisu::nn
