#pragma once

#include <vector>

#include "support/random_source.h"
#include "tiramisu/nn/spmm.h"

namespace tiramisu::oracle {

/// A small problem: sizes are odd as often as not; transposes, bias and post-ops come and go.
nn::spmm_problem random_spmm(random_source &source);

/// How the non-zeros of a matrix lie.
enum class spread {
    anywhere,
    clustered,     ///< in runs of eight
    banded,        ///< near the diagonal
    without_lines, ///< no row and no column whose number is 1 modulo 4 has any
};

/// Small numbers in about this share of the places.
sparse::csr_matrix random_csr(int rows, int columns, double density, spread format, unsigned seed);

/// The matrices of a product, random small numbers.
struct spmm_data {
    sparse::csr_matrix a;
    std::vector<float> b, bias;

    spmm_data(const nn::spmm_problem &problem, const sparse::csr_matrix &a, unsigned seed);
};

/// The result, computed in double precision from the definition in spmm_problem.h.
std::vector<double> reference_spmm(const nn::spmm_problem &problem, const spmm_data &data);

/// Runs a product; every dense matrix lies between pages that may not be touched.
std::vector<float> run_spmm(const nn::spmm &product, const spmm_data &data);

} // namespace tiramisu::oracle
