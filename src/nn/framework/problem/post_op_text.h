#pragma once

#include <string>
#include <vector>

#include "nn/framework/problem/words.h"
#include "tiramisu/nn/post_op.h"

namespace tiramisu::nn {

/// "relu", "leaky_relu:0.01", "clip:0:6", "sigmoid", "tanh", "swish", "hard_swish", "residual_add",
/// "max_pool:3x3:2x2:1x1" (window, stride, padding), "avg_pool:..." (divides by the values that
/// there are), "avg_pool_padded:..." (by the size of the window); several are joined by "+".
/// Numbers are the shortest that read back as the same float.
std::string post_ops_text(const std::vector<post_op> &post_ops);

/// The reverse. `words` and `key` say where the text stands, for the user_error that is thrown if
/// it is not of that form.
std::vector<post_op> parse_post_ops(const std::string &text, const problem_words &words,
                                    const std::string &key);

/// Throws user_error unless all have numbers that such a text may have: programs fill in the
/// structures, too. `subject` and `key` name the problem and its word.
void check_post_ops(const std::string &subject, const std::string &key,
                    const std::vector<post_op> &post_ops, source_place where);

} // namespace tiramisu::nn
