#include "tiramisu/nn/sparse_conv2d_chain.h"

#include "nn/conv2d_chain/chain_steps.h"

namespace tiramisu::nn {

namespace {

/// As many pictures as are lanes of a vector in the lifted layout.
int pictures_at_once(const std::vector<conv2d_problem> &problems, source_place where) {
    return problems.empty() ? 1
                            : lane_grid::of(problems.front().completed(where).src_extents()).images;
}

bool can_lift(conv2d_problem problem, int pictures, const conv2d_layouts &layouts,
              source_place where) {
    problem.mb = pictures;
    sparse_conv2d_options how;
    how.layouts = layouts;
    for (const solver_verdict &one : sparse_conv2d_solvers(problem, how, where)) {
        if (one.solver == "lifted") {
            return one.why_not.empty();
        }
    }
    return false;
}

chain_shape shape_of(const std::vector<conv2d_problem> &problems, source_place where) {
    const int pictures = pictures_at_once(problems, where);
    const auto between = [problems, pictures, where](std::size_t step, const conv2d_problem &one) {
        const bool both =
            can_lift(one, pictures, {layout::nchw, layout::lifted}, where) &&
            can_lift(problems[step + 1], pictures, {layout::lifted, layout::nchw}, where);
        return both ? layout::lifted : layout::nchw;
    };
    return {pictures, between};
}

/// The densities are of the steps.
void check(const sparse_conv2d_chain_options &how, std::size_t steps, source_place where) {
    const std::string subject = "chain of " + std::to_string(steps) + " steps";
    if (how.solver != "auto" || !how.configuration.empty()) {
        throw user_error(subject, "solver \"" + how.solver + "\"",
                         "is asked for, must be \"auto\": steps have solvers of their own", where);
    }
    if (!how.densities.empty() && how.densities.size() != steps) {
        throw user_error(subject, "densities",
                         "are " + std::to_string(how.densities.size()) + ", must be one a step",
                         where);
    }
}

} // namespace

struct sparse_conv2d_chain::compiled {
    std::vector<chain_step> chain;
    int batch, pictures; ///< in all; at once
    std::vector<sparse_conv2d> layers;
    workspaces between;

    compiled(const std::vector<conv2d_problem> &problems, const sparse_conv2d_chain_options &how,
             source_place where)
        : chain(chain_steps(problems, how.layouts, shape_of(problems, where), where)),
          batch(problems.front().mb), pictures(pictures_at_once(problems, where)),
          between(sizes_between(chain)) {
        check(how, problems.size(), where);
        for (std::size_t i = 0; i < chain.size(); i++) {
            sparse_conv2d_options step;
            static_cast<layer_options &>(step) = how;
            step.layouts = chain[i].layouts;
            step.density = how.densities.empty() ? step.density : how.densities[i];
            layers.emplace_back(chain[i].problem, step, where);
        }
    }

    void require_one_a_step(std::size_t given, const char *call, const char *what) const {
        if (given != layers.size()) {
            throw user_error("chain of " + std::to_string(layers.size()) + " steps", call,
                             std::to_string(given) + " " + what + " are given, must be one a step");
        }
    }
    void run_pictures(const float *src, const packed_weights &weights,
                      const std::vector<const float *> &biases, float *dst,
                      workspace &memory) const {
        const float *from = src;
        for (std::size_t i = 0; i < layers.size(); i++) {
            float *to = i + 1 == layers.size() ? dst : memory[i % 2].data();
            layers[i].run(from, weights[i], biases[i], to,
                          layers[i].problem().has_residual() ? src : nullptr);
            from = to;
        }
    }
};

sparse_conv2d_chain::sparse_conv2d_chain(const std::vector<conv2d_problem> &problems,
                                         const sparse_conv2d_chain_options &how, source_place where)
    : compiled_(std::make_unique<compiled>(problems, how, where)) {}

sparse_conv2d_chain::~sparse_conv2d_chain() = default;
sparse_conv2d_chain::sparse_conv2d_chain(sparse_conv2d_chain &&) noexcept = default;
sparse_conv2d_chain &sparse_conv2d_chain::operator=(sparse_conv2d_chain &&) noexcept = default;

sparse_conv2d_chain::packed_weights
sparse_conv2d_chain::pack(const std::vector<sparse::csr_matrix> &weights,
                          source_place where) const {
    compiled_->require_one_a_step(weights.size(), "pack", "weights");
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(compiled_->layers[i].pack(weights[i], where));
    }
    return packed;
}

void sparse_conv2d_chain::run(const float *src, const packed_weights &weights,
                              const std::vector<const float *> &biases, float *dst) const {
    compiled_->require_one_a_step(weights.size(), "run", "weights");
    compiled_->require_one_a_step(biases.size(), "run", "biases");
    const chain_step &first = compiled_->chain.front(), &last = compiled_->chain.back();
    const std::size_t src_size = element_count(first.layouts.src, first.problem.src_extents());
    const std::size_t dst_size = element_count(last.layouts.dst, last.problem.dst_extents());
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

std::size_t sparse_conv2d_chain::workspace_bytes() const {
    return compiled_->between.bytes();
}

} // namespace tiramisu::nn
