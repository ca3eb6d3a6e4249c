#include "nn/layers/conv2d_chain/chain_steps.h"

#include <algorithm>
#include <array>
#include <string>

namespace tiramisu::nn {

namespace {

std::string step_name(std::size_t number) {
    return "step " + std::to_string(number);
}

[[noreturn]] void refuse(const conv2d_problem &problem, std::size_t number,
                         const std::string &reason, source_place where) {
    throw user_error("problem \"" + problem.text() + "\"", step_name(number), reason, where);
}

/// Throws user_error if the step's result, lying so, cannot have this added.
void require_addable(const conv2d_problem &one, std::size_t number, layout dst,
                     const chain_residual &residual, source_place where) {
    if (one.conv_extents() != residual.extents) {
        refuse(one, number,
               "adds " + residual.name + " of " + extents_text(residual.extents) +
                   " to a result of " + extents_text(one.conv_extents()) + "; they must be equal",
               where);
    }
    if (dst != residual.format) {
        refuse(one, number,
               "adds " + residual.name + ", which lies as " + to_string(residual.format) +
                   ", to a result that lies as " + to_string(dst) + "; they must be equal",
               where);
    }
}

} // namespace

std::string extents_text(const std::array<int, 4> &extents) {
    std::string text;
    for (const int extent : extents) {
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    }
    return text;
}

std::vector<chain_step> chain_steps(const std::vector<conv2d_problem> &problems,
                                    const conv2d_layouts &ends, const chain_shape &shape,
                                    source_place where) {
    if (problems.empty()) {
        throw user_error("chain", "", "has no steps, must have at least one", where);
    }
    const chain_residual residual = shape.residual.value_or(
        chain_residual{"the chain's src", problems.front().src_extents(), ends.src});
    std::vector<chain_step> steps;
    layout src = ends.src;
    for (std::size_t i = 0; i < problems.size(); i++) {
        conv2d_problem one = problems[i].completed(where);
        const bool is_last = i + 1 == problems.size();
        const layout dst = is_last              ? ends.dst
                           : one.has_residual() ? residual.format
                                                : shape.between(i, one);
        if (one.type != problems.front().type) {
            refuse(one, i + 1,
                   "is of type " + to_string(one.type) + ", but step 1 of type " +
                       to_string(problems.front().type) + "; they must be equal",
                   where);
        }
        if (!one.types().are_all(one.type)) {
            refuse(one, i + 1,
                   "has a weights_type or dst_type, but all tensors of a chain are of one type",
                   where);
        }
        if (i > 0) {
            const auto given = problems[i - 1].completed(where).dst_extents();
            if (one.src_extents() != given) {
                refuse(one, i + 1,
                       "has src of " + extents_text(one.src_extents()) + ", but " + step_name(i) +
                           " leaves " + extents_text(given),
                       where);
            }
        }
        if (one.has_residual()) {
            require_addable(one, i + 1, dst, residual, where);
        }
        one.mb = one.mb == 0 ? 0 : shape.images;
        steps.push_back({one, {src, dst}});
        src = dst;
    }
    return steps;
}

workspace_sizes sizes_between(const std::vector<chain_step> &steps) {
    workspace_sizes sizes = {0, 0, 0};
    for (std::size_t i = 0; i + 1 < steps.size(); i++) {
        sizes[i % 2] = std::max(
            sizes[i % 2], element_count(steps[i].layouts.dst, steps[i].problem.dst_extents()));
    }
    return sizes;
}

void require_resized(const resize_problem &first, const std::vector<conv2d_problem> &problems,
                     const conv2d_layouts &ends, source_place where) {
    const conv2d_problem step = problems.front().completed(where);
    const tensor left = first.dst();
    const auto refuse_resizing = [&](const std::string &reason) {
        throw user_error("problem \"" + first.text() + "\"", "before step 1", reason, where);
    };
    if (left.extents.of_images() != step.src_extents()) {
        refuse_resizing("leaves " + extents_text(left.extents) + ", but step 1 has src of " +
                        extents_text(step.src_extents()));
    }
    if (left.type != step.type) {
        refuse_resizing("is of type " + to_string(left.type) + ", but step 1 of type " +
                        to_string(step.type) + "; they must be equal");
    }
    if (left.format != ends.src) {
        refuse_resizing("lies as " + to_string(left.format) + ", but the chain's src as " +
                        to_string(ends.src) + "; they must be equal");
    }
}

} // namespace tiramisu::nn
