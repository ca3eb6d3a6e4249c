#include "tiramisu/nn/sparse_conv2d_chain.h"

#include <optional>

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d_chain/chain_layers.h"
#include "nn/layers/conv2d_chain/chain_options.h"
#include "nn/sparse/conv2d_chain/members.h"

namespace tiramisu::nn {

namespace {

sparse_conv2d compiled_member(const chain_members &chain, std::size_t number,
                              const sparse_conv2d_chain_options &opts, source_place where) {
    sparse_conv2d_options member = chain.options_of(number, opts);
    static_cast<layer_options &>(member) = opts;
    return sparse_conv2d(chain.member(number).problem, member, where);
}

/// Steps may be alike, so what is refused says which one it is of.
sparse_conv2d::packed_weights packed_member(const chain_members &chain, std::size_t number,
                                            const sparse_conv2d &layer,
                                            const sparse::csr_matrix &weights, source_place where) {
    try {
        return layer.pack(weights, where);
    } catch (const user_error &refused) {
        throw user_error(refused.subject(), "pack, " + chain.member_name(number), refused.problem(),
                         where);
    }
}

} // namespace

struct sparse_conv2d_chain::compiled {
    chain_members chain;
    int rounds; ///< in which all images go through
    chain_layers<sparse_conv2d> layers;

    compiled(const conv2d_chain_problem &problem, const sparse_conv2d_chain_options &opts,
             source_place where)
        : chain(problem, opts.layouts, opts.between, where, opts.compiled),
          rounds(divided_up(problem.steps.front().mb, images_at_once(problem.steps, where))),
          layers(chain) {
        require_no_configuration(chain.name(), opts, where);
        chain.require_one_each(opts, where);
        if (chain.resized) {
            layers.resized.emplace(*chain.resized, options_of_resizing(opts), where);
        }
        for (std::size_t i = 0; i < chain.steps.size(); i++) {
            layers.steps.push_back(compiled_member(chain, i, opts, where));
        }
        if (chain.shortcut) {
            layers.shortcut = compiled_member(chain, layers.steps.size(), opts, where);
        }
    }
};

sparse_conv2d_chain::sparse_conv2d_chain(const conv2d_chain_problem &problem,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : compiled_(std::make_unique<compiled>(problem, opts, where)) {}

sparse_conv2d_chain::sparse_conv2d_chain(const std::vector<conv2d_problem> &steps,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : sparse_conv2d_chain(conv2d_chain_problem{steps}, opts, where) {}

sparse_conv2d_chain::sparse_conv2d_chain(const conv2d_problem &shortcut,
                                         const std::vector<conv2d_problem> &steps,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : sparse_conv2d_chain(conv2d_chain_problem{steps, shortcut}, opts, where) {}

sparse_conv2d_chain::sparse_conv2d_chain(const resize_problem &first,
                                         const std::vector<conv2d_problem> &steps,
                                         const sparse_conv2d_chain_options &opts,
                                         source_place where)
    : sparse_conv2d_chain(conv2d_chain_problem{steps, std::nullopt, first}, opts, where) {}

sparse_conv2d_chain::~sparse_conv2d_chain() = default;
sparse_conv2d_chain::sparse_conv2d_chain(sparse_conv2d_chain &&) noexcept = default;
sparse_conv2d_chain &sparse_conv2d_chain::operator=(sparse_conv2d_chain &&) noexcept = default;

sparse_conv2d_chain::packed_weights
sparse_conv2d_chain::pack(const std::vector<sparse::csr_matrix> &weights,
                          source_place where) const {
    compiled_->chain.require_all(weights.size(), "pack", "weights");
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(
            packed_member(compiled_->chain, i, compiled_->layers.member(i), weights[i], where));
    }
    return packed;
}

void sparse_conv2d_chain::run(const_elements src, const packed_weights &weights,
                              const const_elements_list &biases, elements dst) const {
    compiled_->chain.require_all(weights.size(), "run", "weights");
    compiled_->chain.require_all(biases.size(), "run", "biases");
    compiled_->layers.run(compiled_->rounds, src, weights, biases, dst);
}

invocation sparse_conv2d_chain::prepare(const_elements src, const packed_weights &weights,
                                        const const_elements_list &biases, elements dst,
                                        const execution &opts) const {
    compiled_->chain.require_all(weights.size(), "prepare", "weights");
    compiled_->chain.require_all(biases.size(), "prepare", "biases");
    return compiled_->layers.prepare(compiled_->rounds, src, weights, biases, dst, opts);
}

const std::vector<sparse_conv2d> &sparse_conv2d_chain::steps() const {
    return compiled_->layers.steps;
}

const sparse_conv2d *sparse_conv2d_chain::shortcut() const {
    return compiled_->layers.shortcut ? &*compiled_->layers.shortcut : nullptr;
}

std::size_t sparse_conv2d_chain::workspace_bytes() const {
    return compiled_->layers.between.bytes();
}

} // namespace tiramisu::nn
