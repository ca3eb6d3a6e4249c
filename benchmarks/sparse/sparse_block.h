#pragma once

#include <string>
#include <vector>

#include <tiramisu/sparse.h>

#include "dnn/convolutions.h"
#include "session.h"

namespace tiramisu::bench {

/// Sparse convolutions one after the other, maybe of images that are resized first, by the
/// solvers that are the fastest for each, which may have code for its pattern; images lifted in
/// and out, between steps alone, or plain all through, whichever is the fastest. Beside oneDNN's of
/// the same weights with their zeros in its own layouts. A matrix for each step, then the
/// shortcut's.
void run_sparse_block(session &here, const std::string &id, const convolutions &of,
                      const std::vector<sparse::csr_matrix> &weights);

} // namespace tiramisu::bench
