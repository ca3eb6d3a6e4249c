#pragma once

#include <optional>
#include <string>

#include "nn/framework/problem/choice_word.h"
#include "tiramisu/nn/element_type.h"

// The word of problems that names the type of their tensors' elements. It is the last one, and left
// out for f32, so that texts stay what they were.

namespace tiramisu::nn {

inline const std::string type_key = "type";

/// By name, in the order in which errors name them.
const alternative_names<element_type> &element_type_names();

/// " type=bf16"; nothing for f32.
std::string print_type(element_type type);
/// f32 where there is no such word. Throws user_error.
element_type read_type(problem_words &words);

// Words of tensors whose elements may be of another type than the problem's, such as "c_type".

/// " c_type=f32"; nothing where it is `usual` or not said.
std::string print_type(const std::string &key, std::optional<element_type> type,
                       element_type usual);
/// Nothing where there is no such word. Throws user_error.
std::optional<element_type> read_type(problem_words &words, const std::string &key);

} // namespace tiramisu::nn
