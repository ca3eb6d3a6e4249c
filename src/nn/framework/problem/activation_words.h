#pragma once

#include <string>
#include <vector>

#include "nn/framework/problem/post_op_text.h"
#include "nn/framework/problem/words.h"

// The word post= of problems whose post-ops are functions of one value.

namespace tiramisu::nn {

inline const std::string activations_key = "post";

/// " post=relu"; empty where there is none.
std::string print_activations(const std::vector<post_op> &post_ops);
std::vector<post_op> read_activations(problem_words &words);
/// Throws user_error for a pooling or a residual_add.
void check_activations(const std::string &subject, const std::vector<post_op> &post_ops,
                       source_place where);

} // namespace tiramisu::nn
