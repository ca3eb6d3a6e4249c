#pragma once

#include "nn/layers/conv2d/task.h"
#include "tiramisu/expr.h"

namespace tiramisu::nn {

/// The element of a group's patches that has this number, where channels lie next to each other, as
/// in an image with channels last.
struct patch_element {
    expr c, ky, kx;

    patch_element(const conv2d_task &task, const expr &number)
        : c(number % task.channels()), ky(number / (task.channels() * task.problem.kw)),
          kx(number / task.channels() % task.problem.kw) {}
};

} // namespace tiramisu::nn
