#pragma once

#include <vector>

#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/conv2d_chain_problem.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/layer.h"

namespace tiramisu::nn {

using conv2d_chain_layer = layer<conv2d_chain_problem, conv2d_options, find_options>;
extern template class layer<conv2d_chain_problem, conv2d_options, find_options>;

/// Convolutions, each of what the one before it leaves: the blocks of VGG and ResNet. A
/// residual_add of any step adds the src of the whole chain, or what a shortcut, a convolution of
/// its own, makes of it. Images go through the chain one by one, so that what lies between two
/// steps stays in the caches; the threads share the work of each step.
///
/// What lies between steps is nchw16c, or nhwc where the channels are not a multiple of 16; the
/// result of a step with a residual_add lies as src does, with a shortcut as dst does.
///
/// Options are those of all steps; their layouts are those of the chain's src and dst. The solver
/// "auto" takes for each step what its results know; another one computes all of them, and has no
/// configuration. solver() and configuration() say once what is the same of all steps, else
/// "direct+winograd". Its find() adds up the fastest of each step and gives one result.
///
/// workspace_bytes() are those of what lies between the steps, and of resized images or what a
/// shortcut leaves, for each run that goes on; they are kept for the next.
class conv2d_chain : public conv2d_chain_layer {
public:
    /// Throws user_error as conv2d(), and where a step, the shortcut or the resizing does not fit
    /// the others.
    using conv2d_chain_layer::layer;
    /// The same, in parts.
    explicit conv2d_chain(const std::vector<conv2d_problem> &steps, const conv2d_options &opts = {},
                          source_place where = source_place::current());
    conv2d_chain(const resize_problem &first, const std::vector<conv2d_problem> &steps,
                 const conv2d_options &opts = {}, source_place where = source_place::current());
    conv2d_chain(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &steps,
                 const conv2d_options &opts = {}, source_place where = source_place::current());

    /// One for each step, then the shortcut's.
    using packed_weights = std::vector<conv2d::packed_weights>;

    /// Plain weights of each step. Throws user_error as conv2d::pack(), or if there are not as many
    /// as steps.
    packed_weights pack(const const_elements_list &weights,
                        source_place where = source_place::current()) const;
    /// `biases` of each step, null for one that has none. Several threads may run a chain at once.
    /// Throws as conv2d::run(), or user_error if there are not as many as steps.
    void run(const_elements src, const packed_weights &weights, const const_elements_list &biases,
             elements dst, source_place where = source_place::current()) const;
    /// The same run, to be made many times, by one thread at once: it keeps the memory of what lies
    /// between the steps. Its tensors stay those that are given here.
    invocation prepare(const_elements src, const packed_weights &weights,
                       const const_elements_list &biases, elements dst, const execution &opts = {},
                       source_place where = source_place::current()) const;

    const std::vector<conv2d> &steps() const; ///< of one image each
    const conv2d *shortcut() const;           ///< null if it has none

    /// conv2d::find() for each step, then for the shortcut; given results, it remembers them for
    /// the chain. Throws user_error as the constructor.
    static std::vector<std::vector<find_result>>
    find_each(const conv2d_chain_problem &problem, const find_options &opts = {},
              source_place where = source_place::current());
};

/// conv2d_chain::find_each().
inline std::vector<std::vector<find_result>> find(const std::vector<conv2d_problem> &steps,
                                                  const find_options &opts = {},
                                                  source_place where = source_place::current()) {
    return conv2d_chain::find_each({steps}, opts, where);
}
inline std::vector<std::vector<find_result>> find(const conv2d_problem &shortcut,
                                                  const std::vector<conv2d_problem> &steps,
                                                  const find_options &opts = {},
                                                  source_place where = source_place::current()) {
    return conv2d_chain::find_each({steps, shortcut}, opts, where);
}

} // namespace tiramisu::nn
