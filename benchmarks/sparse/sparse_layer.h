#pragma once

#include <string>

#include <tiramisu/nn/conv2d_problem.h>
#include <tiramisu/sparse.h>

#include "contest.h"
#include "dnn/our_convolutions.h"
#include "peers/onednn_chain.h"
#include "session.h"

namespace tiramisu::bench {

/// One sparse convolution: ours as the rule has it, beside oneDNN's of the same weights with their
/// zeros, and, where it has no post-ops, sparse products of MKL, libxsmm and PyTorch.
class sparse_layer {
public:
    sparse_layer(const std::string &id, const nn::conv2d_problem &problem,
                 const sparse::csr_matrix &weights);

    /// For each number of threads: with images in layouts of one's own choice, and with plain
    /// ones in and out.
    void run(session &here);

private:
    void run_variant(session &here, onednn_formats formats, int threads);
    /// Elements of the image that each element of the kernel meets, a row each: with it the
    /// convolution is a product of matrices.
    aligned_floats columns() const;
    /// Adds the libraries' sparse products of the weights and `met`, which is columns().
    void add_products(contest &all, const aligned_floats &met, aligned_floats &product,
                      int threads);
    /// The result of a product, whose rows are filters, as images.
    void copy_product(const aligned_floats &product);

    std::string id_;
    nn::conv2d_problem problem_;
    sparse::csr_matrix weights_;
    convolution_data data_;                               ///< with the weights' zeros
    aligned_floats dst_, dst_of_onednn_, dst_of_product_; ///< plain
    std::vector<double> reference_;
};

} // namespace tiramisu::bench
