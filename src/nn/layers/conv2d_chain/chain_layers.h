#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "nn/framework/program/bound_run.h"
#include "nn/layers/conv2d_chain/chain_convolutions.h"

namespace tiramisu::nn {

/// The compiled layers of a chain, for the pictures that go through at once, and the memory between
/// them. `Layer` is a convolution with dense or sparse weights.
template <typename Layer>
class chain_layers {
public:
    using packed_weights = std::vector<typename Layer::packed_weights>;

    std::vector<Layer> steps;
    std::optional<Layer> shortcut;
    std::optional<resize> resized; ///< before the first step

    explicit chain_layers(const chain_convolutions &chain)
        : between(chain.between()), src_size_(chain.src().size()), dst_size_(chain.dst().size()) {}

    /// A step or, behind them, the shortcut.
    const Layer &member(std::size_t number) const {
        return number < steps.size() ? steps[number] : *shortcut;
    }

    /// So many rounds, each of its own pictures of src and dst.
    void run(int rounds, const float *src, const packed_weights &weights,
             const std::vector<const float *> &biases, float *dst) {
        workspace memory = between.take();
        for (int i = 0; i < rounds; i++) {
            const auto round = static_cast<std::size_t>(i);
            run_round(src == nullptr ? nullptr : src + round * src_size_, weights, biases,
                      dst == nullptr ? nullptr : dst + round * dst_size_, memory);
        }
        between.put_back(std::move(memory));
    }

    /// The same run, to be made many times; it keeps the memory between the steps.
    invocation prepare(int rounds, const float *src, const packed_weights &weights,
                       const std::vector<const float *> &biases, float *dst, const execution &how) {
        const auto memory = std::make_shared<workspace>(between.take());
        invocation::bound all;
        all.kept = memory;
        for (int i = 0; i < rounds; i++) {
            const std::size_t round = static_cast<std::size_t>(i);
            prepare_round(src == nullptr ? nullptr : src + round * src_size_, weights, biases,
                          dst == nullptr ? nullptr : dst + round * dst_size_, *memory, how,
                          all.parts);
        }
        return invocation(std::move(all));
    }

    workspaces between;

private:
    std::size_t src_size_, dst_size_; ///< of a round, in floats

    void prepare_round(const float *src, const packed_weights &weights,
                       const std::vector<const float *> &biases, float *dst, workspace &memory,
                       const execution &how, std::vector<invocation> &parts) const {
        if (resized) {
            parts.push_back(resized->prepare({src}, memory[2].data(), how));
            src = memory[2].data();
        }
        const float *from = src, *added = src;
        if (shortcut) {
            parts.push_back(shortcut->prepare(src, weights.back(), biases.back(), memory[2].data(),
                                              nullptr, how));
            added = memory[2].data();
        }
        for (std::size_t i = 0; i < steps.size(); i++) {
            float *to = i + 1 == steps.size() ? dst : memory[i % 2].data();
            parts.push_back(steps[i].prepare(from, weights[i], biases[i], to,
                                             steps[i].problem().has_residual() ? added : nullptr,
                                             how));
            from = to;
        }
    }

    void run_round(const float *src, const packed_weights &weights,
                   const std::vector<const float *> &biases, float *dst, workspace &memory) const {
        if (resized) {
            resized->run({src}, memory[2].data());
            src = memory[2].data();
        }
        const float *from = src, *added = src;
        if (shortcut) {
            shortcut->run(src, weights.back(), biases.back(), memory[2].data());
            added = memory[2].data();
        }
        for (std::size_t i = 0; i < steps.size(); i++) {
            float *to = i + 1 == steps.size() ? dst : memory[i % 2].data();
            steps[i].run(from, weights[i], biases[i], to,
                         steps[i].problem().has_residual() ? added : nullptr);
            from = to;
        }
    }
};

} // namespace tiramisu::nn
