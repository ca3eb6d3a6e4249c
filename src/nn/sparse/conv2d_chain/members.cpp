#include "nn/sparse/conv2d_chain/members.h"

namespace tiramisu::nn {

namespace {

bool can_lift(conv2d_problem problem, int images, const conv2d_layouts &layouts,
              const options &compiled, source_place where) {
    problem.mb = images;
    sparse_conv2d_options opts;
    opts.compiled = compiled;
    opts.layouts = layouts;
    for (const solver_verdict &one : sparse_conv2d_solvers(problem, opts, where)) {
        if (one.solver == "lifted") {
            return one.why_not.empty();
        }
    }
    return false;
}

/// As many as are lanes of a vector in the lifted layout.
int images_at_once(const std::vector<conv2d_problem> &problems, source_place where) {
    return problems.empty() ? 1
                            : lane_grid::of(problems.front().completed(where).src_extents()).images;
}

chain_shape shape_of(const std::vector<conv2d_problem> &problems, layout between,
                     const options &compiled, source_place where) {
    const int images = images_at_once(problems, where);
    if (between != layout::lifted) {
        return {images, [between](std::size_t, const conv2d_problem &) { return between; }};
    }
    const auto lifted_or_plain = [problems, images, compiled, where](std::size_t step,
                                                                     const conv2d_problem &one) {
        const bool both =
            can_lift(one, images, {layout::nchw, layout::lifted}, compiled, where) &&
            can_lift(problems[step + 1], images, {layout::lifted, layout::nchw}, compiled, where);
        return both ? layout::lifted : layout::nchw;
    };
    return {images, lifted_or_plain};
}

} // namespace

chain_members::chain_members(const chain_start &start, const std::vector<conv2d_problem> &problems,
                             const conv2d_layouts &ends, layout between, source_place where,
                             const options &compiled)
    : chain_convolutions(start, problems, ends, shape_of(problems, between, compiled, where),
                         where) {}

void chain_members::require_one_each(const sparse_chain_steps &known, source_place where) const {
    const auto require = [&](std::size_t given, const char *what) {
        if (given != 0 && given != count()) {
            throw user_error(name(), what, "are " + std::to_string(given) + ", " + wanted(), where);
        }
    };
    require(known.densities.size(), "densities");
    require(known.patterns.size(), "patterns");
}

sparse_conv2d_options chain_members::options_of(std::size_t number,
                                                const sparse_chain_steps &known) const {
    sparse_conv2d_options made;
    made.layouts = member(number).layouts;
    if (!known.densities.empty()) {
        made.density = known.densities[number];
    }
    if (!known.patterns.empty()) {
        made.pattern = known.patterns[number];
    }
    return made;
}

} // namespace tiramisu::nn
