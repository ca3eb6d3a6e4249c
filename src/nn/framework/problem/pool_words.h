#pragma once

#include <string>

#include "nn/framework/problem/words.h"
#include "tiramisu/nn/images.h"
#include "tiramisu/nn/post_op.h"

// The word pool= of problems that pool images.

namespace tiramisu::nn {

inline const std::string pool_key = "pool";

/// " pool=max_pool:2x2:2x2:0x0"
std::string print_pool(const post::pool &pool);
/// Throws user_error if there is none.
post::pool read_pool(problem_words &words);
/// Throws user_error if no window fits into the images, or the result is too large.
void check_pool(const std::string &subject, const post::pool &pool, const images &of,
                source_place where);

} // namespace tiramisu::nn
