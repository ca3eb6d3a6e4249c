#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "layer_words.h"
#include "nn/sparse/sparse_program.h"
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

/// For the header's comment: a line, after what it begins with, that says which pattern weights
/// have to have; empty if there is none.
std::string only_pattern_text(const std::string &before,
                              const std::shared_ptr<const sparse::csr_matrix> &pattern);

/// The options of these words, of which validate= is one. Throws user_error if it is neither on nor
/// off.
layer_options asked_sparse_options(const layer_words &words);

/// For the header's comment: whether the functions check the indices that they are given.
std::string index_checks_text(const options &how);

/// Writes `name` and `name`_pack_pattern.
void write_sparse_layer(const sparse_program &made, const std::string &name, const options &how);

/// For the header's comment: what both functions make of a matrix of rows x columns, an element of
/// which is a block of so many rows.
std::string pattern_text(const sparse_program &made, int rows, int columns, const std::string &name,
                         const options &how, int block = 1);

/// For the header: `name`_pack_pattern, how many integers `starts` takes, and the tag of
/// `made_for`.
std::string pattern_declarations(const sparse_program &made, int rows, const std::string &name,
                                 const std::string &made_for);

} // namespace tiramisu::nn
