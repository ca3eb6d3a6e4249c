#include "tiramisu/nn/conv2d_chain.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "nn/conv2d_chain/chain_steps.h"

namespace tiramisu::nn {

namespace {

/// Results of steps are written to these in turn.
using workspace = std::array<layer_weights, 2>;

/// Workspaces of runs that have ended, for others.
class workspaces {
public:
    explicit workspaces(const std::array<std::size_t, 2> &sizes) : sizes_(sizes) {}

    workspace take() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (unused_.empty()) {
            return {layer_weights(sizes_[0]), layer_weights(sizes_[1])};
        }
        workspace last = std::move(unused_.back());
        unused_.pop_back();
        return last;
    }
    void put_back(workspace used) {
        const std::lock_guard<std::mutex> lock(mutex_);
        unused_.push_back(std::move(used));
    }
    std::size_t bytes() const { return (sizes_[0] + sizes_[1]) * sizeof(float); }

private:
    std::array<std::size_t, 2> sizes_; ///< in floats
    std::mutex mutex_;
    std::vector<workspace> unused_;
};

std::array<std::size_t, 2> sizes_between(const std::vector<chain_step> &steps) {
    std::array<std::size_t, 2> sizes = {0, 0};
    for (std::size_t i = 0; i + 1 < steps.size(); i++) {
        sizes[i % 2] = std::max(
            sizes[i % 2], element_count(steps[i].layouts.dst, steps[i].problem.dst_extents()));
    }
    return sizes;
}

} // namespace

struct conv2d_chain::compiled {
    std::vector<chain_step> chain;
    int pictures;
    std::vector<conv2d> layers;
    workspaces between;

    compiled(const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
             source_place where)
        : chain(chain_steps(problems, ends, where)), pictures(problems.front().mb),
          between(sizes_between(chain)) {}

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
    : compiled_(std::make_unique<compiled>(problems, how.layouts, where)) {
    if (how.solver != "auto" || !how.configuration.empty()) {
        throw user_error("chain", "solver \"" + how.solver + "\"",
                         "is asked for, must be \"auto\": steps have solvers of their own", where);
    }
    for (const chain_step &one : compiled_->chain) {
        conv2d_options step = how;
        step.layouts = one.layouts;
        compiled_->layers.emplace_back(one.problem, step, where);
    }
}

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
    const chain_step &first = compiled_->chain.front(), &last = compiled_->chain.back();
    const std::size_t src_size = element_count(first.layouts.src, first.problem.src_extents());
    const std::size_t dst_size = element_count(last.layouts.dst, last.problem.dst_extents());
    workspace memory = compiled_->between.take();
    for (int n = 0; n < compiled_->pictures; n++) {
        const auto picture = static_cast<std::size_t>(n);
        compiled_->run_picture(src == nullptr ? nullptr : src + picture * src_size, weights, biases,
                               dst == nullptr ? nullptr : dst + picture * dst_size, memory);
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
    for (const chain_step &one : chain_steps(problems, how.layouts, where)) {
        find_options step = how;
        step.layouts = one.layouts;
        found.push_back(find(one.problem, step, where));
    }
    return found;
}

} // namespace tiramisu::nn
