#include "tiramisu/nn/conv2d_chain.h"

#include <optional>

#include "nn/conv2d_chain/chain_steps.h"

namespace tiramisu::nn {

namespace {

layout blocked_or_by_pixels(const conv2d_problem &step) {
    return step.oc % 16 == 0 ? layout::nchw16c : layout::nhwc;
}

chain_shape one_by_one() {
    return {1, [](std::size_t, const conv2d_problem &step) { return blocked_or_by_pixels(step); }};
}

workspace_sizes sizes_with_resized(const std::vector<chain_step> &steps, bool is_resized) {
    workspace_sizes sizes = sizes_between(steps);
    if (is_resized) {
        sizes[2] = element_count(steps[0].layouts.src, steps[0].problem.src_extents());
    }
    return sizes;
}

/// The resizing of one picture, which fits the chain.
resize_problem of_one_picture(const resize_problem &problem,
                              const std::vector<conv2d_problem> &steps, const conv2d_layouts &ends,
                              source_place where) {
    resize_problem one = problem.completed(where);
    require_resized(one, steps, ends, where);
    one.mb = one.mb == 0 ? 0 : 1;
    return one;
}

/// Of its own: the chain's are of the convolutions.
layer_options of_resizing(const conv2d_options &how) {
    layer_options made = how;
    made.solver = "auto";
    made.configuration.clear();
    return made;
}

} // namespace

struct conv2d_chain::compiled {
    std::vector<chain_step> chain;
    int pictures;
    std::vector<conv2d> layers;
    std::optional<resize> resized; ///< before the first step
    workspaces between;

    compiled(const std::optional<resize_problem> &first,
             const std::vector<conv2d_problem> &problems, const conv2d_options &how,
             source_place where)
        : chain(chain_steps(problems, how.layouts, one_by_one(), where)),
          pictures(problems.front().mb), between(sizes_with_resized(chain, first.has_value())) {
        if (how.solver != "auto" || !how.configuration.empty()) {
            throw user_error("chain", "solver \"" + how.solver + "\"",
                             "is asked for, must be \"auto\": steps have solvers of their own",
                             where);
        }
        if (first) {
            resized.emplace(of_one_picture(*first, problems, how.layouts, where), of_resizing(how),
                            where);
        }
        for (const chain_step &one : chain) {
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
    /// Of a picture of the chain's src.
    std::size_t src_size() const {
        const chain_step &first = chain.front();
        return resized ? resized->problem().sources().front().size()
                       : element_count(first.layouts.src, first.problem.src_extents());
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
    const chain_step &last = compiled_->chain.back();
    const std::size_t src_size = compiled_->src_size();
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
    for (const chain_step &one : chain_steps(problems, how.layouts, one_by_one(), where)) {
        find_options step = how;
        step.layouts = one.layouts;
        found.push_back(find(one.problem, step, where));
    }
    return found;
}

} // namespace tiramisu::nn
