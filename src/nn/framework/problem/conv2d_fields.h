#pragma once

#include "nn/framework/problem/integer_fields.h"
#include "tiramisu/nn/conv2d_problem.h"

namespace tiramisu::nn {

/// The whole numbers of a convolution, and of the layers that go backward through one.
inline constexpr integer_field<conv2d_problem> conv2d_fields[] = {
    {"mb", &conv2d_problem::mb, 0}, {"g", &conv2d_problem::g, 1},   {"ic", &conv2d_problem::ic, 1},
    {"oc", &conv2d_problem::oc, 1}, {"ih", &conv2d_problem::ih, 1}, {"iw", &conv2d_problem::iw, 1},
    {"oh", &conv2d_problem::oh, 1}, {"ow", &conv2d_problem::ow, 1}, {"kh", &conv2d_problem::kh, 1},
    {"kw", &conv2d_problem::kw, 1}, {"sh", &conv2d_problem::sh, 1}, {"sw", &conv2d_problem::sw, 1},
    {"ph", &conv2d_problem::ph, 0}, {"pw", &conv2d_problem::pw, 0}, {"dh", &conv2d_problem::dh, 0},
    {"dw", &conv2d_problem::dw, 0},
};

} // namespace tiramisu::nn
