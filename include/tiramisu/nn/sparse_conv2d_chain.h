#pragma once

#include <optional>
#include <vector>

#include "tiramisu/nn/conv2d_chain_problem.h"
#include "tiramisu/nn/layer.h"
#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu::nn {

/// What is known beforehand of the steps of a sparse chain, then of its shortcut.
struct sparse_chain_steps {
    /// Of each the share of non-zeros that it is to be fast for, if it has no pattern; empty: 0.15
    /// for all.
    std::vector<double> densities = {};
    /// Of each the only pattern that its weights will have, if there is one, as
    /// sparse_conv2d_options::pattern; empty: none.
    std::vector<std::optional<sparse::csr_matrix>> patterns = {};
    /// How images lie between steps; where lifted ones are asked for and cannot be, nchw. Code
    /// for one pattern reads and leaves no lifted images.
    layout between = layout::lifted;
};

/// How sparse convolutions one after the other are to be computed.
struct sparse_conv2d_chain_options : layer_options, sparse_chain_steps {
    conv2d_layouts layouts; ///< of the chain's src and dst
};

/// What sparse_conv2d_chain::find() tries; its layouts are of the chain's src and dst.
struct sparse_chain_find_options : find_options, sparse_chain_steps {};

using sparse_conv2d_chain_layer =
    layer<conv2d_chain_problem, sparse_conv2d_chain_options, sparse_chain_find_options>;
extern template class layer<conv2d_chain_problem, sparse_conv2d_chain_options,
                            sparse_chain_find_options>;

/// Sparse convolutions, each of what the one before it leaves: the blocks of pruned networks. A
/// residual_add of any step adds the src of the whole chain, or what a shortcut, a convolution of
/// its own, makes of it. As many images as are lanes of the lifted layout go through at once, so
/// that what lies between two steps stays in the caches.
///
/// What lies between steps is lifted where both can do so, else nchw, if nothing else is asked for;
/// the result of a step with a residual_add lies as src does, with a shortcut as dst does.
///
/// A solver that is asked for computes all steps, and has no configuration. solver() and
/// configuration() say once what is the same of all steps, else "lifted+shifted". Its find() adds
/// up the fastest of each step and gives one result.
///
/// workspace_bytes() are those of what lies between the steps, and of resized images or what a
/// shortcut leaves, for each run that goes on; they are kept for the next.
class sparse_conv2d_chain : public sparse_conv2d_chain_layer {
public:
    /// Throws user_error as sparse_conv2d(), where a step, the shortcut or the resizing does not
    /// fit the others, if a configuration is asked for, or if densities or patterns are not one for
    /// each step and the shortcut.
    using sparse_conv2d_chain_layer::layer;
    /// The same, in parts.
    explicit sparse_conv2d_chain(const std::vector<conv2d_problem> &steps,
                                 const sparse_conv2d_chain_options &opts = {},
                                 source_place where = source_place::current());
    sparse_conv2d_chain(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &steps,
                        const sparse_conv2d_chain_options &opts = {},
                        source_place where = source_place::current());
    sparse_conv2d_chain(const resize_problem &first, const std::vector<conv2d_problem> &steps,
                        const sparse_conv2d_chain_options &opts = {},
                        source_place where = source_place::current());

    /// One for each step, then the shortcut's.
    using packed_weights = std::vector<sparse_conv2d::packed_weights>;

    /// Throws user_error as sparse_conv2d::pack(), naming the step, or if there are not as many as
    /// steps.
    packed_weights pack(const std::vector<sparse::csr_matrix> &weights,
                        source_place where = source_place::current()) const;
    /// `biases` of each step, null for one that has none. Several threads may run a chain at once.
    /// Throws as sparse_conv2d::run(), or user_error if there are not as many as steps.
    void run(const_elements src, const packed_weights &weights, const const_elements_list &biases,
             elements dst, source_place where = source_place::current()) const;
    /// The same run, to be made many times, by one thread at once: it keeps the memory of what lies
    /// between the steps. Its tensors stay those that are given here.
    invocation prepare(const_elements src, const packed_weights &weights,
                       const const_elements_list &biases, elements dst, const execution &opts = {},
                       source_place where = source_place::current()) const;

    const std::vector<sparse_conv2d> &steps() const; ///< of the images that go through at once
    const sparse_conv2d *shortcut() const;           ///< null if it has none

    /// sparse_conv2d::find() for each step, then for the shortcut, with the images that go
    /// through at once; given results, it remembers them for such a chain. Throws user_error as it
    /// and as the chain.
    static std::vector<std::vector<find_result>>
    find_each(const conv2d_chain_problem &problem, const sparse_chain_find_options &opts = {},
              source_place where = source_place::current());

    using sparse_conv2d_chain_layer::find;
    /// find_each() of a chain that is given in parts.
    static std::vector<std::vector<find_result>> find(const std::vector<conv2d_problem> &steps,
                                                      const sparse_chain_find_options &opts = {},
                                                      source_place where = source_place::current());
    static std::vector<std::vector<find_result>> find(const conv2d_problem &shortcut,
                                                      const std::vector<conv2d_problem> &steps,
                                                      const sparse_chain_find_options &opts = {},
                                                      source_place where = source_place::current());
};

} // namespace tiramisu::nn
