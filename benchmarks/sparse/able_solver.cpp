#include "sparse/able_solver.h"

#include <stdexcept>

namespace tiramisu::bench {

bool is_able(const std::string &solver, const nn::conv2d_problem &problem,
             const nn::sparse_conv2d_options &opts) {
    for (const nn::solver_verdict &one : nn::sparse_conv2d_solvers(problem, opts)) {
        if (one.solver == solver) {
            return one.why_not.empty();
        }
    }
    throw std::runtime_error("--solvers: there is no solver \"" + solver +
                             "\" for sparse convolutions");
}

bool can_lift(const nn::conv2d_problem &problem) {
    nn::sparse_conv2d_options opts;
    opts.layouts = {nn::layout::lifted, nn::layout::lifted};
    return is_able("lifted", problem, opts);
}

} // namespace tiramisu::bench
