#pragma once

#include <vector>

#include "support/random_source.h"
#include "tiramisu/nn/gemm.h"

namespace tiramisu::oracle {

/// A small problem: sizes are odd as often as not; transposes, factors, bias and post-ops come and
/// go.
nn::gemm_problem random_gemm(random_source &source);

/// The matrices of a product as random small numbers; `c` is what c holds before.
struct gemm_data {
    std::vector<float> a, b, c, bias;

    gemm_data(const nn::gemm_problem &problem, unsigned seed);
};

/// The result, computed in double precision from the definition in gemm_problem.h.
std::vector<double> reference_gemm(const nn::gemm_problem &problem, const gemm_data &data);

/// Runs a product; every matrix lies between pages that may not be touched. Where `packs`, b is
/// packed beforehand.
std::vector<float> run_gemm(const nn::gemm &product, const gemm_data &data, bool packs);

} // namespace tiramisu::oracle
