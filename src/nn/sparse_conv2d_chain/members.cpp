#include "nn/sparse_conv2d_chain/members.h"

#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu::nn {

namespace {

bool can_lift(conv2d_problem problem, int pictures, const conv2d_layouts &layouts,
              source_place where) {
    problem.mb = pictures;
    sparse_conv2d_options how;
    how.layouts = layouts;
    for (const solver_verdict &one : sparse_conv2d_solvers(problem, how, where)) {
        if (one.solver == "lifted") {
            return one.why_not.empty();
        }
    }
    return false;
}

chain_shape lifted_in_between(const std::vector<conv2d_problem> &problems, source_place where) {
    const int pictures = pictures_at_once(problems, where);
    const auto between = [problems, pictures, where](std::size_t step, const conv2d_problem &one) {
        const bool both =
            can_lift(one, pictures, {layout::nchw, layout::lifted}, where) &&
            can_lift(problems[step + 1], pictures, {layout::lifted, layout::nchw}, where);
        return both ? layout::lifted : layout::nchw;
    };
    return {pictures, between};
}

} // namespace

int pictures_at_once(const std::vector<conv2d_problem> &problems, source_place where) {
    return problems.empty() ? 1
                            : lane_grid::of(problems.front().completed(where).src_extents()).images;
}

chain_members::chain_members(const chain_start &start, const std::vector<conv2d_problem> &problems,
                             const conv2d_layouts &ends, source_place where)
    : chain_convolutions(start, problems, ends, lifted_in_between(problems, where), where) {}

void chain_members::require_densities(const std::vector<double> &densities,
                                      source_place where) const {
    if (!densities.empty() && densities.size() != count()) {
        throw user_error(name(), "densities",
                         "are " + std::to_string(densities.size()) + ", " + wanted(), where);
    }
}

} // namespace tiramisu::nn
