#pragma once

#include <string>

#include <tiramisu/nn/gemm_problem.h>

#include "session.h"

namespace tiramisu::bench {

/// One product, by the solver that the rule takes, beside those of the libraries; plain matrices,
/// packed anew each time by all. Of problems without transposes, factors, bias and post-ops, which
/// is what the libraries are asked for.
void run_product_layer(session &here, const std::string &id, const nn::gemm_problem &problem);

} // namespace tiramisu::bench
