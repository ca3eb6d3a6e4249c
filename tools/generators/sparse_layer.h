#pragma once

#include <optional>
#include <string>
#include <vector>

#include "layer_words.h"
#include "tiramisu/sparse.h"

// What generators of layers with sparse weights share.

namespace tiramisu::nn {

/// Of the own word density=. Throws user_error if it is no number.
double asked_density(const layer_words &words);

/// The same of a list as 0.1,0.2; one number stands for `count` of them.
std::vector<double> asked_densities(const layer_words &words, std::size_t count);

/// The pattern of this file, which the own word pattern= names; none if the name is empty. Throws
/// user_error where it cannot be read.
std::optional<sparse::csr_matrix> read_pattern(const layer_words &words, const std::string &file);

/// The same of all that pattern= names, between commas; of none without the word.
std::vector<std::optional<sparse::csr_matrix>> asked_patterns(const layer_words &words);

/// The options of these words, of which validate= is one. Throws user_error if it is neither on nor
/// off.
layer_options asked_sparse_options(const layer_words &words, const perf_db &results);

} // namespace tiramisu::nn
