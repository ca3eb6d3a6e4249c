#include "tiramisu/nn/conv2d_chain.h"

#include <optional>

#include "nn/conv2d_chain/dense_chain.h"

namespace tiramisu::nn {

namespace {

/// Of its own: the chain's are of the convolutions.
layer_options of_resizing(const conv2d_options &how) {
    layer_options made = how;
    made.solver = "auto";
    made.configuration.clear();
    return made;
}

} // namespace

struct conv2d_chain::compiled {
    dense_chain chain;
    std::vector<conv2d> layers;
    std::optional<resize> resized; ///< before the first step
    workspaces between;

    compiled(const std::optional<resize_problem> &first,
             const std::vector<conv2d_problem> &problems, const conv2d_options &how,
             source_place where)
        : chain(first, problems, how.layouts, where), between(chain.workspace()) {
        if (how.solver != "auto" || !how.configuration.empty()) {
            throw user_error("chain", "solver \"" + how.solver + "\"",
                             "is asked for, must be \"auto\": steps have solvers of their own",
                             where);
        }
        if (chain.resized) {
            resized.emplace(*chain.resized, of_resizing(how), where);
        }
        for (const chain_step &one : chain.steps) {
            conv2d_options step = how;
            step.layouts = one.layouts;
            layers.emplace_back(one.problem, step, where);
        }
    }

    void require_one_a_step(std::size_t given, const char *what) const {
        if (given != layers.size()) {
            throw user_error("chain of " + std::to_string(layers.size()) + " steps", "run",
                             std::to_string(given) + " " + what + " are given, must be one a step");
        }
    }
    const float *residual(const conv2d &layer, const float *src) const {
        return layer.problem().has_residual() ? src : nullptr;
    }
    void run_picture(const float *src, const packed_weights &weights,
                     const std::vector<const float *> &biases, float *dst,
                     workspace &memory) const {
        if (resized) {
            resized->run({src}, memory[2].data());
            src = memory[2].data();
        }
        const float *from = src;
        for (std::size_t i = 0; i < layers.size(); i++) {
            float *to = i + 1 == layers.size() ? dst : memory[i % 2].data();
            layers[i].run(from, weights[i], biases[i], to, residual(layers[i], src));
            from = to;
        }
    }
};

conv2d_chain::conv2d_chain(const std::vector<conv2d_problem> &problems, const conv2d_options &how,
                           source_place where)
    : compiled_(std::make_unique<compiled>(std::nullopt, problems, how, where)) {}

conv2d_chain::conv2d_chain(const resize_problem &first, const std::vector<conv2d_problem> &problems,
                           const conv2d_options &how, source_place where)
    : compiled_(std::make_unique<compiled>(first, problems, how, where)) {}

conv2d_chain::~conv2d_chain() = default;
conv2d_chain::conv2d_chain(conv2d_chain &&) noexcept = default;
conv2d_chain &conv2d_chain::operator=(conv2d_chain &&) noexcept = default;

conv2d_chain::packed_weights conv2d_chain::pack(const std::vector<const float *> &weights) const {
    compiled_->require_one_a_step(weights.size(), "weights");
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(compiled_->layers[i].pack(weights[i]));
    }
    return packed;
}

void conv2d_chain::run(const float *src, const packed_weights &weights,
                       const std::vector<const float *> &biases, float *dst) const {
    compiled_->require_one_a_step(weights.size(), "weights");
    compiled_->require_one_a_step(biases.size(), "biases");
    const dense_chain &chain = compiled_->chain;
    workspace memory = compiled_->between.take();
    for (int n = 0; n < chain.pictures; n++) {
        const auto picture = static_cast<std::size_t>(n);
        compiled_->run_picture(src == nullptr ? nullptr : src + picture * chain.src_size(), weights,
                               biases, dst == nullptr ? nullptr : dst + picture * chain.dst_size(),
                               memory);
    }
    compiled_->between.put_back(std::move(memory));
}

const std::vector<conv2d> &conv2d_chain::steps() const {
    return compiled_->layers;
}

std::size_t conv2d_chain::workspace_bytes() const {
    return compiled_->between.bytes();
}

std::vector<std::vector<find_result>> find(const std::vector<conv2d_problem> &problems,
                                           const find_options &how, source_place where) {
    std::vector<std::vector<find_result>> found;
    for (const chain_step &one : dense_chain(std::nullopt, problems, how.layouts, where).steps) {
        find_options step = how;
        step.layouts = one.layouts;
        found.push_back(find(one.problem, step, where));
    }
    return found;
}

} // namespace tiramisu::nn
