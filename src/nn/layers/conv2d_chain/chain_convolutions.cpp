#include "nn/layers/conv2d_chain/chain_convolutions.h"

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d_chain/shortcut.h"

namespace tiramisu::nn {

namespace {

chain_shape with_residual(chain_shape shape, const std::optional<conv2d_problem> &shortcut,
                          const conv2d_layouts &ends, source_place where) {
    if (shortcut) {
        shape.residual = residual_of(*shortcut, ends, where);
    }
    return shape;
}

/// The same of fewer images.
resize_problem of_images(resize_problem resizing, int images) {
    resizing.mb = images;
    return resizing;
}

} // namespace

chain_convolutions::chain_convolutions(const chain_start &start,
                                       const std::vector<conv2d_problem> &problems,
                                       const conv2d_layouts &ends, const chain_shape &shape,
                                       source_place where)
    : steps(chain_steps(problems, ends, with_residual(shape, start.shortcut, ends, where), where)),
      rounds(divided_up(problems.front().mb, shape.images)) {
    if (start.shortcut) {
        shortcut = shortcut_step(*start.shortcut, problems, ends, shape.images, where);
    }
    if (!start.resizing) {
        return;
    }
    if (shortcut) {
        throw user_error(name(), start.resizing->text(),
                         "stands beside a shortcut, which reads images that are not resized; "
                         "resize them before the chain",
                         where);
    }
    const resize_problem all = start.resizing->completed(where);
    require_resized(all, problems, ends, where);
    resized = of_images(all, steps.front().problem.mb);
}

std::string chain_convolutions::suffix(std::size_t number) const {
    return number < steps.size() ? std::to_string(number + 1) : "shortcut";
}

std::string chain_convolutions::name() const {
    return "chain of " + std::to_string(steps.size()) + " steps" +
           (shortcut ? " and a shortcut" : "");
}

std::string chain_convolutions::member_name(std::size_t number) const {
    return (number < steps.size() ? "step " : "") + suffix(number);
}

std::string chain_convolutions::wanted() const {
    return shortcut ? "must be one a step and the shortcut's" : "must be one a step";
}

void chain_convolutions::require_all(std::size_t given, const char *call, const char *what,
                                     source_place where) const {
    if (given != count()) {
        throw user_error(name(), call,
                         std::to_string(given) + " " + what + " are given, " + wanted(), where);
    }
}

workspace_sizes chain_convolutions::between() const {
    workspace_sizes sizes = sizes_between(steps);
    if (shortcut) {
        sizes[2] = element_count(shortcut->layouts.dst, shortcut->problem.dst_extents());
    } else if (resized) {
        sizes[2] = resized->dst().size();
    }
    return sizes;
}

tensor chain_convolutions::src() const {
    const chain_step &first = steps.front();
    return resized
               ? resized->sources().front()
               : tensor{"src", first.problem.src_extents(), first.layouts.src, first.problem.type};
}

tensor chain_convolutions::dst() const {
    const chain_step &last = steps.back();
    return {"dst", last.problem.dst_extents(), last.layouts.dst, last.problem.type};
}

} // namespace tiramisu::nn
