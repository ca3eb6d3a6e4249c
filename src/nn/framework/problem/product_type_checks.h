#pragma once

#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/product_types.h"

namespace tiramisu::nn {

/// The words by which a problem names the types of the second factor and of the result.
struct product_type_keys {
    std::string right, result;
};

/// Throws user_error if no product is of these types: of one type of floats, whose
/// result is of that or of f32, or of s8 and u8, whose result may be of any. `subject` names the
/// problem.
void check_product_types(const std::string &subject, const product_types &types,
                         const product_type_keys &keys, source_place where);

/// Throws user_error if a post-op is none of integers, where results are of s32.
void check_post_ops_of(const std::string &subject, const product_types &types,
                       const std::string &key, const std::vector<post_op> &post_ops,
                       source_place where);

} // namespace tiramisu::nn
