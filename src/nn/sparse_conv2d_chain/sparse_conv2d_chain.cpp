#include "tiramisu/nn/sparse_conv2d_chain.h"

#include <optional>

#include "nn/sparse_conv2d_chain/members.h"

namespace tiramisu::nn {

namespace {

void require_auto(const sparse_conv2d_chain_options &how, const chain_members &all,
                  source_place where) {
    if (how.solver != "auto" || !how.configuration.empty()) {
        throw user_error(all.name(), "solver \"" + how.solver + "\"",
                         "is asked for, must be \"auto\": steps have solvers of their own", where);
    }
}

sparse_conv2d compiled_step(const chain_step &one, std::size_t number,
                            const sparse_conv2d_chain_options &how, source_place where) {
    sparse_conv2d_options step;
    static_cast<layer_options &>(step) = how;
    step.layouts = one.layouts;
    step.density = how.densities.empty() ? step.density : how.densities[number];
    return sparse_conv2d(one.problem, step, where);
}

} // namespace

struct sparse_conv2d_chain::compiled {
    chain_members chain;
    int batch, pictures; ///< in all; at once
    std::vector<sparse_conv2d> layers;
    std::optional<sparse_conv2d> shortcut;
    std::optional<resize> resized; ///< before the first step
    workspaces between;

    compiled(const chain_start &start, const std::vector<conv2d_problem> &problems,
             const sparse_conv2d_chain_options &how, source_place where)
        : chain(start, problems, how.layouts, where), batch(problems.front().mb),
          pictures(pictures_at_once(problems, where)), between(chain.between()) {
        require_auto(how, chain, where);
        chain.require_densities(how.densities, where);
        if (chain.resized) {
            resized.emplace(*chain.resized, how, where);
        }
        for (std::size_t i = 0; i < chain.steps.size(); i++) {
            layers.push_back(compiled_step(chain.steps[i], i, how, where));
        }
        if (chain.shortcut) {
            shortcut = compiled_step(*chain.shortcut, layers.size(), how, where);
        }
    }

    const sparse_conv2d &member(std::size_t number) const {
        return number < layers.size() ? layers[number] : *shortcut;
    }
    void run_pictures(const float *src, const packed_weights &weights,
                      const std::vector<const float *> &biases, float *dst,
                      workspace &memory) const {
        if (resized) {
            resized->run({src}, memory[2].data());
            src = memory[2].data();
        }
        const float *from = src, *added = src;
        if (shortcut) {
            shortcut->run(src, weights.back(), biases.back(), memory[2].data());
            added = memory[2].data();
        }
        for (std::size_t i = 0; i < layers.size(); i++) {
            float *to = i + 1 == layers.size() ? dst : memory[i % 2].data();
            layers[i].run(from, weights[i], biases[i], to,
                          layers[i].problem().has_residual() ? added : nullptr);
            from = to;
        }
    }
};

sparse_conv2d_chain::sparse_conv2d_chain(const std::vector<conv2d_problem> &problems,
                                         const sparse_conv2d_chain_options &how, source_place where)
    : compiled_(std::make_unique<compiled>(chain_start{}, problems, how, where)) {}

sparse_conv2d_chain::sparse_conv2d_chain(const conv2d_problem &shortcut,
                                         const std::vector<conv2d_problem> &problems,
                                         const sparse_conv2d_chain_options &how, source_place where)
    : compiled_(
          std::make_unique<compiled>(chain_start{std::nullopt, shortcut}, problems, how, where)) {}

sparse_conv2d_chain::sparse_conv2d_chain(const resize_problem &first,
                                         const std::vector<conv2d_problem> &problems,
                                         const sparse_conv2d_chain_options &how, source_place where)
    : compiled_(std::make_unique<compiled>(chain_start{first}, problems, how, where)) {}

sparse_conv2d_chain::~sparse_conv2d_chain() = default;
sparse_conv2d_chain::sparse_conv2d_chain(sparse_conv2d_chain &&) noexcept = default;
sparse_conv2d_chain &sparse_conv2d_chain::operator=(sparse_conv2d_chain &&) noexcept = default;

sparse_conv2d_chain::packed_weights
sparse_conv2d_chain::pack(const std::vector<sparse::csr_matrix> &weights,
                          source_place where) const {
    compiled_->chain.require_all(weights.size(), "pack", "weights");
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(compiled_->member(i).pack(weights[i], where));
    }
    return packed;
}

void sparse_conv2d_chain::run(const float *src, const packed_weights &weights,
                              const std::vector<const float *> &biases, float *dst) const {
    compiled_->chain.require_all(weights.size(), "run", "weights");
    compiled_->chain.require_all(biases.size(), "run", "biases");
    const std::size_t src_size = compiled_->chain.src().size();
    const std::size_t dst_size = compiled_->chain.dst().size();
    workspace memory = compiled_->between.take();
    for (int n = 0; n < compiled_->batch; n += compiled_->pictures) {
        const auto group = static_cast<std::size_t>(n / compiled_->pictures);
        compiled_->run_pictures(src == nullptr ? nullptr : src + group * src_size, weights, biases,
                                dst == nullptr ? nullptr : dst + group * dst_size, memory);
    }
    compiled_->between.put_back(std::move(memory));
}

const std::vector<sparse_conv2d> &sparse_conv2d_chain::steps() const {
    return compiled_->layers;
}

const sparse_conv2d *sparse_conv2d_chain::shortcut() const {
    return compiled_->shortcut ? &*compiled_->shortcut : nullptr;
}

std::size_t sparse_conv2d_chain::workspace_bytes() const {
    return compiled_->between.bytes();
}

} // namespace tiramisu::nn
