#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/tensor_layer.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// Batch normalisation with the statistics of training, and then activations in their order:
///
///     dst[n, c, y, x] = (src[n, c, y, x] - mean[c]) / sqrt(variance[c] + epsilon) * scale[c]
///                       + shift[c]
struct batch_norm_problem : images {
    static constexpr const char *kind = "batch_norm";
    /// A text with every word.
    static constexpr const char *example =
        "batch_norm mb=1 ic=64 ih=56 iw=56 epsilon=1e-05 post=relu "
        "layout=nchw";

    float epsilon = 1e-5f;
    std::vector<post_op> post_ops; ///< neither pooling nor residual_add

    /// The one text of this problem. Throws as completed().
    std::string text() const;
    /// From such a text; all but ic, ih and iw may be left out. Throws user_error.
    static batch_norm_problem parse(const std::string &text,
                                    source_place where = source_place::current());
    /// Throws user_error if the problem has no meaning.
    batch_norm_problem completed(source_place where = source_place::current()) const;

    std::vector<tensor> sources() const; ///< src, mean, variance, scale, shift
    tensor dst() const;
};

using batch_norm = tensor_layer<batch_norm_problem>;
extern template class layer<batch_norm_problem, layer_options, search_options>;
extern template class tensor_layer<batch_norm_problem>;

/// What training left of a batch normalisation: a float for each channel.
struct batch_norm_statistics {
    const float *mean, *variance, *scale, *shift;
    float epsilon = 1e-5f;
};

struct folded_weights {
    std::vector<float> weights, bias;
};

/// Weights and bias with which a convolution computes what it and a batch normalisation of its sums
/// compute one after the other; its post-ops come after both. Its problem then has a bias, which
/// the one given here need not have. Weights lie as oc, ic / g, kh, kw. Throws user_error if a
/// pointer is missing or if there is a bias that the problem does not have.
folded_weights fold_batch_norm(const conv2d_problem &problem, const float *weights,
                               const float *bias, const batch_norm_statistics &statistics,
                               source_place where = source_place::current());

struct folded_sparse_weights {
    sparse::csr_matrix weights; ///< with the same pattern
    std::vector<float> bias;
};

/// The same of a sparse convolution's weights: a row for each filter. Throws user_error also if
/// the matrix has another size.
folded_sparse_weights fold_batch_norm(const conv2d_problem &problem,
                                      const sparse::csr_matrix &weights, const float *bias,
                                      const batch_norm_statistics &statistics,
                                      source_place where = source_place::current());

} // namespace tiramisu::nn
