#pragma once

#include <string>
#include <vector>

#include <tiramisu/sparse.h>

#include "dnn/convolutions.h"
#include "session.h"

namespace tiramisu::bench {

/// Sparse convolutions one after the other, of pictures that may be resized first, else
/// pictures lifted in and out where they can be, beside
/// oneDNN's of the same weights with their zeros in its own layouts. A matrix for each step, then
/// the shortcut's.
void run_sparse_block(session &here, const std::string &id, const convolutions &of,
                      const std::vector<sparse::csr_matrix> &weights);

} // namespace tiramisu::bench
