#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/graph/network.h"
#include "tiramisu/graph/tensor.h"
#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/layer_options.h"

namespace tiramisu::nn {

/// What a fusion plan is given beside its source.
struct fusion_argument {
    std::string name;      ///< "weights"; of the second convolution "weights_2"
    std::string operation; ///< that it belongs to
    graph::shape extents;
    bool is_weight = false; ///< given to set_weights(), else to run()
};

/// Operations of a plan that are computed together.
struct fusion_part {
    std::vector<std::string> operations;
    /// Whether they are one layer or one loop nest: what one operation leaves for the next is never
    /// stored whole. What a solver keeps while it computes is its own (layer::workspace_bytes()).
    bool one_pass = false;
    std::vector<std::string> steps; ///< texts of the layers and loop nests
    std::string why_it_ends;        ///< why the next operation is not in it; empty: there is none
};

/// Operations on images of float32, one after the other, that are computed together: compiled
/// once, run with any arguments. What can be computed together is what compiling a network of them
/// finds out; there is no list of sequences.
///
///     nn::fusion_plan plan({1, 64, 56, 56});
///     plan.convolution("oc=64 kh=3 kw=3 ph=1 pw=1").bias().batch_norm().activation("relu");
///     plan.compile();
///
/// Each operation is checked when it is added, and throws user_error where it has no meaning behind
/// those before it: with what it is given and what would be legal. Several threads may run a plan
/// at once, while none adds operations, compiles or sets weights.
class fusion_plan {
public:
    /// Images, channels, rows, columns of the source, all at least 1. Throws user_error.
    explicit fusion_plan(const graph::shape &src, source_place where = source_place::current());
    ~fusion_plan();
    fusion_plan(fusion_plan &&) noexcept;
    fusion_plan &operator=(fusion_plan &&) noexcept;

    // Operations. Each one's arguments are named after its "-".

    /// Of the words of a conv2d_problem, without those of its images: "oc=64 kh=3 kw=3 ph=1 pw=1
    /// g=4". It has neither a bias nor post-ops, which are operations. - weights: oc, ic / g, kh,
    /// kw
    fusion_plan &convolution(const std::string &words,
                             source_place where = source_place::current());
    /// The same; the sizes of its images may be left out (mb 1, others 0), as are oh and ow.
    fusion_plan &convolution(conv2d_problem what, source_place where = source_place::current());
    /// Adds a number for each channel. - bias
    fusion_plan &bias(source_place where = source_place::current());
    /// (x - mean) / sqrt(variance + epsilon) * scale + shift with numbers for each channel. - mean,
    /// variance, scale, shift
    fusion_plan &batch_norm(float epsilon = 1e-5f, source_place where = source_place::current());
    /// In the words of post-ops: "relu", "leaky_relu:0.1", "clip:0:6", "sigmoid", "tanh", "swish",
    /// "hard_swish".
    fusion_plan &activation(const std::string &words, source_place where = source_place::current());
    /// Adds a tensor of the same shape. - residual
    fusion_plan &residual(source_place where = source_place::current());
    /// In the words of post-ops, window, stride and padding: "max_pool:3x3:2x2:1x1",
    /// "avg_pool:...", "avg_pool_padded:...".
    fusion_plan &pooling(const std::string &words, source_place where = source_place::current());
    /// The product of each image, as one row, and a matrix: n numbers an image. - matrix: all
    /// numbers of an image, n
    fusion_plan &gemm(int n, source_place where = source_place::current());
    /// "add" or "mul" with a tensor of the same shape. - other
    fusion_plan &eltwise(const std::string &which, source_place where = source_place::current());
    /// Over the channels.
    fusion_plan &softmax(source_place where = source_place::current());

    /// Of the result so far.
    const graph::shape &dst_extents() const;
    /// In the order of the operations.
    const std::vector<fusion_argument> &arguments() const;
    /// What is computed together as options of compile() have it, by default those of this machine;
    /// nothing is compiled for that. Throws user_error if there is no operation.
    std::vector<fusion_part> parts() const;

    /// A plan whose operations are not one pass is computed in several parts, one after the other,
    /// instead of being refused.
    fusion_plan &allow_parts(bool allowed = true);

    /// Makes the code, to which weights are then set. Throws user_error if there is no operation,
    /// or, unless parts are allowed, unsupported_error if it takes more than one pass: with the
    /// operation that the first one ends before, and why.
    void compile(const layer_options &opts = {}, source_place where = source_place::current());

    /// Gives all weights (arguments() says which), folds and packs them; the plan keeps no pointer
    /// to them. Compiles nothing, but where a number of the only channel is part of the code.
    /// Throws user_error if one is missing, of no float32, or none of the plan's.
    void set_weights(const network_arrays &weights, source_place where = source_place::current());

    /// Computes. `arguments`: "src" and all others that are no weights. Throws user_error if one is
    /// missing, of no float32 or none of the plan's, if the plan is not compiled, or has weights
    /// that are not set.
    void run(const network_arrays &arguments, network_elements dst,
             source_place where = source_place::current()) const;

private:
    struct contents;
    std::unique_ptr<contents> contents_;
};

} // namespace tiramisu::nn
