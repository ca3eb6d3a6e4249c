#pragma once

#include <memory>
#include <string>

#include "nn/framework/files/object_files.h"
#include "nn/sparse/compressed_rows/sparse_program.h"
#include "tiramisu/sparse.h"

// Layers with sparse weights, whose pattern is packed by a function of its own.

namespace tiramisu::nn {

/// Writes the layer, and <name>_pack_pattern.
void write_sparse_layer(const sparse_program &made, const object_place &to, const options &opts);

/// For the header's comment: a line, after what it begins with, that says which pattern weights
/// have to have; empty if there is none.
std::string only_pattern_text(const std::string &before,
                              const std::shared_ptr<const sparse::csr_matrix> &pattern);

/// For the header's comment: whether the functions check the indices that they are given.
std::string index_checks_text(const options &opts);

/// For the header's comment: what both functions make of a matrix of rows x columns, an element of
/// which is a block of so many rows.
std::string pattern_text(const sparse_program &made, int rows, int columns, const std::string &name,
                         const options &opts, int block = 1);

/// For the header: <name>_pack_pattern, how many integers `starts` takes, and the tag of
/// `made_for`.
std::string pattern_declarations(const sparse_program &made, int rows, const object_place &to,
                                 const std::string &made_for);

} // namespace tiramisu::nn
