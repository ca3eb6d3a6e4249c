#pragma once

#include <string>

#include <tiramisu/nn/nn.h>

#include "session.h"

namespace tiramisu::bench {

/// A layer without weights: what find() takes, in a layout of blocks and in that of the problem,
/// each beside oneDNN in the same layout.
template <typename Problem>
void run_tensor_layer(session &here, const std::string &id, const Problem &problem);

extern template void run_tensor_layer(session &, const std::string &, const nn::pooling_problem &);
extern template void run_tensor_layer(session &, const std::string &,
                                      const nn::batch_norm_problem &);
extern template void run_tensor_layer(session &, const std::string &, const nn::softmax_problem &);

} // namespace tiramisu::bench
