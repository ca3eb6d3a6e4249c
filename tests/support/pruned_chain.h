#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/chains.h"
#include "support/conv2d_reference.h"
#include "tiramisu/nn/sparse_conv2d_chain.h"

namespace tiramisu::oracle {

/// Plain data of a convolution and its random weights, of half of the places.
struct pruned_convolution {
    nn::conv2d_problem problem;
    conv2d_data data;

    pruned_convolution(const nn::conv2d_problem &of, unsigned seed);

    sparse::csr_matrix weights() const;
};

/// Such convolutions one after the other, whose residual_adds add the first src or what a shortcut
/// makes of it.
class pruned_chain {
public:
    explicit pruned_chain(const conv2d_steps &steps,
                          const std::optional<nn::conv2d_problem> &shortcut = std::nullopt);

    std::vector<sparse::csr_matrix> weights() const; ///< of the steps, then of the shortcut
    /// Their patterns, as the options of a chain have them.
    std::vector<std::optional<sparse::csr_matrix>> patterns() const;
    nn::sparse_conv2d_chain compiled(const nn::sparse_conv2d_chain_options &opts) const;
    /// Off by how much, as largest_error() says it, a compiled one is, whose src and dst lie so;
    /// on memory between pages that may not be touched.
    double error_of(const nn::sparse_conv2d_chain &chain, const nn::conv2d_layouts &layouts) const;
    /// Stores that this solver is the fastest for each member that it can do, so that chains with
    /// these results take it.
    void prefer(const std::string &solver, const nn::sparse_conv2d_chain_options &opts,
                nn::perf_db &results) const;

private:
    conv2d_steps steps_;
    std::optional<nn::conv2d_problem> shortcut_;
    std::vector<pruned_convolution> all_;

    std::vector<double> expected() const;
};

} // namespace tiramisu::oracle
