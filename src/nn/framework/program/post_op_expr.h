#pragma once

#include <vector>

#include "tiramisu/expr.h"
#include "tiramisu/nn/post_op.h"

namespace tiramisu::nn {

/// `value` after the post-op; `residual` is what a residual_add adds. A pooling is not of one
/// value: it leaves it as it is.
expr after(const post_op &one, const expr &value, const expr &residual);
/// After all of them, in their order.
expr after(const std::vector<post_op> &post_ops, const expr &value, const expr &residual = expr());

} // namespace tiramisu::nn
