#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "nn/framework/program/bound_run.h"
#include "nn/layers/conv2d_chain/chain_convolutions.h"

namespace tiramisu::nn {

/// The compiled layers of a chain, for the images that go through at once, and the memory between
/// them. `Layer` is a convolution with dense or sparse weights.
template <typename Layer>
class chain_layers {
public:
    using packed_weights = std::vector<typename Layer::packed_weights>;

    std::vector<Layer> steps;
    std::optional<Layer> shortcut;
    std::optional<resize> resized; ///< before the first step

    explicit chain_layers(const chain_convolutions &chain)
        : between(chain.between(), chain.src().type), src_bytes_(chain.src().bytes()),
          dst_bytes_(chain.dst().bytes()), rounds_(chain.rounds) {}

    /// A step or, behind them, the shortcut.
    const Layer &member(std::size_t number) const {
        return number < steps.size() ? steps[number] : *shortcut;
    }

    /// In rounds, each of its own images of src and dst.
    void run(const_elements src, const packed_weights &weights, const const_elements_list &biases,
             elements dst, source_place where) const {
        workspace memory = between.take();
        for (int i = 0; i < rounds_; i++) {
            run_round(of_round(src, i), weights, biases, of_round(dst, i), memory, where);
        }
        between.put_back(std::move(memory));
    }

    /// The same run, to be made many times; it keeps the memory between the steps.
    invocation prepare(const_elements src, const packed_weights &weights,
                       const const_elements_list &biases, elements dst, const execution &opts,
                       source_place where) const {
        const auto memory = std::make_shared<workspace>(between.take());
        invocation::bound all;
        all.kept = memory;
        for (int i = 0; i < rounds_; i++) {
            prepare_round(of_round(src, i), weights, biases, of_round(dst, i), *memory, opts, where,
                          all.parts);
        }
        return invocation(std::move(all));
    }

    workspaces between;

private:
    std::size_t src_bytes_, dst_bytes_; ///< of a round
    int rounds_;

    const_elements of_round(const_elements src, int round) const {
        const auto *const begin = static_cast<const std::byte *>(src.data());
        const std::size_t before = static_cast<std::size_t>(round) * src_bytes_;
        return {begin == nullptr ? begin : begin + before, src.type()};
    }
    elements of_round(elements dst, int round) const {
        auto *const begin = static_cast<std::byte *>(dst.data());
        const std::size_t before = static_cast<std::size_t>(round) * dst_bytes_;
        return {begin == nullptr ? begin : begin + before, dst.type()};
    }

    void prepare_round(const_elements src, const packed_weights &weights,
                       const const_elements_list &biases, elements dst, workspace &memory,
                       const execution &opts, source_place where,
                       std::vector<invocation> &parts) const {
        if (resized) {
            parts.push_back(resized->prepare({src}, memory[2].memory(), opts, where));
            src = memory[2].memory();
        }
        const_elements from = src, added = src;
        if (shortcut) {
            parts.push_back(shortcut->prepare(src, weights.back(), biases.back(),
                                              memory[2].memory(), nullptr, opts, where));
            added = memory[2].memory();
        }
        for (std::size_t i = 0; i < steps.size(); i++) {
            const elements to = i + 1 == steps.size() ? dst : memory[i % 2].memory();
            parts.push_back(steps[i].prepare(
                from, weights[i], biases[i], to,
                steps[i].problem().has_residual() ? added : const_elements(), opts, where));
            from = to;
        }
    }

    void run_round(const_elements src, const packed_weights &weights,
                   const const_elements_list &biases, elements dst, workspace &memory,
                   source_place where) const {
        if (resized) {
            resized->run({src}, memory[2].memory(), where);
            src = memory[2].memory();
        }
        const_elements from = src, added = src;
        if (shortcut) {
            shortcut->run(src, weights.back(), biases.back(), memory[2].memory(), nullptr, where);
            added = memory[2].memory();
        }
        for (std::size_t i = 0; i < steps.size(); i++) {
            const elements to = i + 1 == steps.size() ? dst : memory[i % 2].memory();
            steps[i].run(from, weights[i], biases[i], to,
                         steps[i].problem().has_residual() ? added : const_elements(), where);
            from = to;
        }
    }
};

} // namespace tiramisu::nn
