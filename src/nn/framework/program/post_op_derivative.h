#pragma once

#include <vector>

#include "tiramisu/expr.h"
#include "tiramisu/nn/post_op.h"

namespace tiramisu::nn {

/// The derivative of a post-op of one value where it reads `value`.
expr derivative(const post_op &one, const expr &value);
/// Of all of them in their order, by the chain rule.
expr derivative(const std::vector<post_op> &post_ops, const expr &value);

} // namespace tiramisu::nn
