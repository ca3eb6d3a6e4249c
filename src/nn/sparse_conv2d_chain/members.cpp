#include "nn/sparse_conv2d_chain/members.h"

#include "nn/sparse_conv2d_chain/shortcut.h"
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

chain_shape shape_of(const std::optional<conv2d_problem> &shortcut,
                     const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
                     source_place where) {
    const int pictures = pictures_at_once(problems, where);
    const auto between = [problems, pictures, where](std::size_t step, const conv2d_problem &one) {
        const bool both =
            can_lift(one, pictures, {layout::nchw, layout::lifted}, where) &&
            can_lift(problems[step + 1], pictures, {layout::lifted, layout::nchw}, where);
        return both ? layout::lifted : layout::nchw;
    };
    chain_shape shape = {pictures, between};
    if (shortcut) {
        shape.residual = residual_of(*shortcut, ends, where);
    }
    return shape;
}

} // namespace

int pictures_at_once(const std::vector<conv2d_problem> &problems, source_place where) {
    return problems.empty() ? 1
                            : lane_grid::of(problems.front().completed(where).src_extents()).images;
}

chain_members::chain_members(const std::optional<conv2d_problem> &shortcut_problem,
                             const std::vector<conv2d_problem> &problems,
                             const conv2d_layouts &ends, source_place where)
    : steps(chain_steps(problems, ends, shape_of(shortcut_problem, problems, ends, where), where)) {
    if (shortcut_problem) {
        shortcut = shortcut_step(*shortcut_problem, problems, ends,
                                 pictures_at_once(problems, where), where);
    }
}

std::vector<chain_step> chain_members::all() const {
    std::vector<chain_step> list = steps;
    if (shortcut) {
        list.push_back(*shortcut);
    }
    return list;
}

std::string chain_members::name() const {
    return "chain of " + std::to_string(steps.size()) + " steps" +
           (shortcut ? " and a shortcut" : "");
}

std::string chain_members::wanted() const {
    return shortcut ? "must be one a step and the shortcut's" : "must be one a step";
}

void chain_members::require_densities(const std::vector<double> &densities,
                                      source_place where) const {
    if (!densities.empty() && densities.size() != count()) {
        throw user_error(name(), "densities",
                         "are " + std::to_string(densities.size()) + ", " + wanted(), where);
    }
}

workspace_sizes chain_members::between() const {
    workspace_sizes sizes = sizes_between(steps);
    if (shortcut) {
        sizes[2] = element_count(shortcut->layouts.dst, shortcut->problem.dst_extents());
    }
    return sizes;
}

} // namespace tiramisu::nn
