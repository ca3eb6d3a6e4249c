#pragma once

#include <memory>
#include <vector>

#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/resize.h"

namespace tiramisu::nn {

/// Convolutions, each of what the one before it leaves: the blocks of VGG and ResNet. A
/// residual_add of any step adds the src of the whole chain, or what a shortcut, a convolution of
/// its own, makes of it. Pictures go through the chain one by one, so that what lies between two
/// steps stays in the caches; the threads share the work of each step.
///
/// What lies between steps is nchw16c, or nhwc where the channels are not a multiple of 16; the
/// result of a step with a residual_add lies as src does, with a shortcut as dst does.
class conv2d_chain {
public:
    /// `how` applies to all steps; its layouts are those of the chain's src and dst, and its
    /// solver, which has to be "auto", takes for each step what its results know. Throws user_error
    /// as conv2d(), and where a step does not fit the one before it.
    explicit conv2d_chain(const std::vector<conv2d_problem> &problems,
                          const conv2d_options &how = {},
                          source_place where = source_place::current());
    /// The same of pictures that are resized first, each just before it goes through the chain. The
    /// layout of `first` is that of the chain's src. A residual_add adds what the first convolution
    /// reads. Throws user_error also where `first` does not fit.
    conv2d_chain(const resize_problem &first, const std::vector<conv2d_problem> &problems,
                 const conv2d_options &how = {}, source_place where = source_place::current());
    /// With a shortcut: the first block of a stage of ResNet, where it is one of 1 x 1 with a
    /// stride. Weights and biases have one more at their end, which is the shortcut's. Throws
    /// user_error also where the shortcut does not fit the steps.
    conv2d_chain(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &problems,
                 const conv2d_options &how = {}, source_place where = source_place::current());
    ~conv2d_chain();
    conv2d_chain(conv2d_chain &&) noexcept;
    conv2d_chain &operator=(conv2d_chain &&) noexcept;

    /// One for each step, then the shortcut's.
    using packed_weights = std::vector<conv2d::packed_weights>;

    /// Plain weights of each step. Throws user_error as conv2d::pack(), or if there are not as many
    /// as steps.
    packed_weights pack(const std::vector<const float *> &weights) const;
    /// `biases` of each step, null for one that has none. Several threads may run a chain at once.
    /// Throws as conv2d::run(), or user_error if there are not as many as steps.
    void run(const float *src, const packed_weights &weights,
             const std::vector<const float *> &biases, float *dst) const;
    /// The same run, to be made many times, by one thread at once: it keeps the memory of what lies
    /// between the steps. Its tensors stay those that are given here.
    invocation prepare(const float *src, const packed_weights &weights,
                       const std::vector<const float *> &biases, float *dst,
                       const execution &how = {}) const;

    const std::vector<conv2d> &steps() const; ///< of one picture each
    const conv2d *shortcut() const;           ///< null if it has none
    /// Of what lies between the steps, and a resized picture or what a shortcut leaves, for each
    /// run that goes on; kept for the next.
    std::size_t workspace_bytes() const;

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

/// find() for each step of such a chain; given results, it remembers them for the chain.
std::vector<std::vector<find_result>> find(const std::vector<conv2d_problem> &problems,
                                           const find_options &how = {},
                                           source_place where = source_place::current());
/// The same with a shortcut, whose results come last.
std::vector<std::vector<find_result>> find(const conv2d_problem &shortcut,
                                           const std::vector<conv2d_problem> &problems,
                                           const find_options &how = {},
                                           source_place where = source_place::current());

} // namespace tiramisu::nn
