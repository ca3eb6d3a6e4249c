#include "tiramisu/nn/conv2d_chain.h"

#include <optional>

#include "nn/layers/conv2d/sized_problem.h"
#include "nn/layers/conv2d_chain/chain_layers.h"
#include "nn/layers/conv2d_chain/chain_options.h"
#include "nn/layers/conv2d_chain/dense_chain.h"

namespace tiramisu::nn {

namespace {

conv2d compiled_step(const chain_step &one, const conv2d_options &opts, source_place where) {
    conv2d_options step = opts;
    step.layouts = one.layouts;
    return conv2d(one.problem, step, where);
}

} // namespace

struct conv2d_chain::compiled {
    dense_chain chain;
    chain_layers<conv2d> layers;

    compiled(const conv2d_chain_problem &problem, const conv2d_options &opts, source_place where)
        : chain(problem, opts.layouts, where), layers(chain) {
        require_options_of_chain(opts, where);
        if (chain.resized) {
            layers.resized.emplace(*chain.resized, options_of_resizing(opts), where);
        }
        for (const chain_step &one : chain.steps) {
            layers.steps.push_back(compiled_step(one, opts, where));
        }
        if (chain.shortcut) {
            layers.shortcut = compiled_step(*chain.shortcut, opts, where);
        }
    }
};

conv2d_chain::conv2d_chain(const conv2d_chain_problem &problem, const conv2d_options &opts,
                           source_place where)
    : compiled_(std::make_unique<compiled>(problem, opts, where)) {}

conv2d_chain::conv2d_chain(const std::vector<conv2d_problem> &steps, const conv2d_options &opts,
                           source_place where)
    : conv2d_chain(conv2d_chain_problem{steps}, opts, where) {}

conv2d_chain::conv2d_chain(const conv2d_problem &shortcut, const std::vector<conv2d_problem> &steps,
                           const conv2d_options &opts, source_place where)
    : conv2d_chain(conv2d_chain_problem{steps, shortcut}, opts, where) {}

conv2d_chain::conv2d_chain(const resize_problem &first, const std::vector<conv2d_problem> &steps,
                           const conv2d_options &opts, source_place where)
    : conv2d_chain(conv2d_chain_problem{steps, std::nullopt, first}, opts, where) {}

conv2d_chain::~conv2d_chain() = default;
conv2d_chain::conv2d_chain(conv2d_chain &&) noexcept = default;
conv2d_chain &conv2d_chain::operator=(conv2d_chain &&) noexcept = default;

conv2d_chain::packed_weights conv2d_chain::pack(const const_elements_list &weights) const {
    compiled_->chain.require_all(weights.size(), "pack", "weights");
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(compiled_->layers.member(i).pack(weights[i]));
    }
    return packed;
}

void conv2d_chain::run(const_elements src, const packed_weights &weights,
                       const const_elements_list &biases, elements dst) const {
    compiled_->chain.require_all(weights.size(), "run", "weights");
    compiled_->chain.require_all(biases.size(), "run", "biases");
    compiled_->layers.run(compiled_->chain.images, src, weights, biases, dst);
}

invocation conv2d_chain::prepare(const_elements src, const packed_weights &weights,
                                 const const_elements_list &biases, elements dst,
                                 const execution &opts) const {
    compiled_->chain.require_all(weights.size(), "prepare", "weights");
    compiled_->chain.require_all(biases.size(), "prepare", "biases");
    return compiled_->layers.prepare(compiled_->chain.images, src, weights, biases, dst, opts);
}

const std::vector<conv2d> &conv2d_chain::steps() const {
    return compiled_->layers.steps;
}

const conv2d *conv2d_chain::shortcut() const {
    return compiled_->layers.shortcut ? &*compiled_->layers.shortcut : nullptr;
}

std::size_t conv2d_chain::workspace_bytes() const {
    return compiled_->layers.between.bytes();
}

std::vector<std::vector<find_result>> conv2d_chain::find(const conv2d_chain_problem &problem,
                                                         const find_options &opts,
                                                         source_place where) {
    require_fixed_sizes("a chain", opts.any_batch, opts.any_size, where);
    const dense_chain chain(problem, opts.layouts, where);
    std::vector<std::vector<find_result>> results;
    for (std::size_t i = 0; i < chain.count(); i++) {
        const chain_step &one = chain.member(i);
        find_options step = opts;
        step.layouts = one.layouts;
        results.push_back(conv2d::find(one.problem, step, where));
    }
    return results;
}

} // namespace tiramisu::nn
