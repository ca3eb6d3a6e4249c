#pragma once

#include <vector>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// conv2d::find(), which every class of layers has.
inline std::vector<find_result> find(const conv2d_problem &problem, const find_options &opts = {},
                                     source_place where = source_place::current()) {
    return conv2d::find(problem, opts, where);
}

} // namespace tiramisu::nn
