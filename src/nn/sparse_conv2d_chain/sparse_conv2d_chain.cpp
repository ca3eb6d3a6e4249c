#include "tiramisu/nn/sparse_conv2d_chain.h"

#include <optional>

#include "nn/conv2d_chain/chain_steps.h"
#include "nn/sparse_conv2d_chain/shortcut.h"

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

chain_shape shape_of(const std::optional<conv2d_problem> &shortcut,
                     const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
                     source_place where) {
    const int pictures = pictures_at_once(problems, where);
    const auto between = [problems, pictures, where](std::size_t step, const conv2d_problem &one) {
        const bool both =
            can_lift(one, pictures, {layout::nchw, layout::lifted}, where) &&
            can_lift(problems[step + 1], pictures, {layout::lifted, layout::nchw}, where);
        return both ? layout::lifted : layout::nchw;
    };
    chain_shape shape = {pictures, between};
    if (shortcut) {
        shape.residual = residual_of(*shortcut, ends, where);
    }
    return shape;
}

/// The steps of a chain, and its shortcut.
struct members {
    std::vector<chain_step> steps;
    std::optional<chain_step> shortcut;

    members(const std::optional<conv2d_problem> &shortcut_problem,
            const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
            source_place where)
        : steps(chain_steps(problems, ends, shape_of(shortcut_problem, problems, ends, where),
                            where)) {
        if (shortcut_problem) {
            shortcut = shortcut_step(*shortcut_problem, problems, ends,
                                     pictures_at_once(problems, where), where);
        }
    }

    std::size_t count() const { return steps.size() + (shortcut ? 1 : 0); }
    std::string name() const {
        return "chain of " + std::to_string(steps.size()) + " steps" +
               (shortcut ? " and a shortcut" : "");
    }
    /// What there has to be one of for each member.
    std::string wanted() const {
        return shortcut ? "must be one a step and the shortcut's" : "must be one a step";
    }
    workspace_sizes between() const {
        workspace_sizes sizes = sizes_between(steps);
        if (shortcut) {
            sizes[2] = element_count(shortcut->layouts.dst, shortcut->problem.dst_extents());
        }
        return sizes;
    }
};

void check(const sparse_conv2d_chain_options &how, const members &all, source_place where) {
    if (how.solver != "auto" || !how.configuration.empty()) {
        throw user_error(all.name(), "solver \"" + how.solver + "\"",
                         "is asked for, must be \"auto\": steps have solvers of their own", where);
    }
    if (!how.densities.empty() && how.densities.size() != all.count()) {
        throw user_error(all.name(), "densities",
                         "are " + std::to_string(how.densities.size()) + ", " + all.wanted(),
                         where);
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
    members chain;
    int batch, pictures; ///< in all; at once
    std::vector<sparse_conv2d> layers;
    std::optional<sparse_conv2d> shortcut;
    workspaces between;

    compiled(const std::optional<conv2d_problem> &shortcut_problem,
             const std::vector<conv2d_problem> &problems, const sparse_conv2d_chain_options &how,
             source_place where)
        : chain(shortcut_problem, problems, how.layouts, where), batch(problems.front().mb),
          pictures(pictures_at_once(problems, where)), between(chain.between()) {
        check(how, chain, where);
        for (std::size_t i = 0; i < chain.steps.size(); i++) {
            layers.push_back(compiled_step(chain.steps[i], i, how, where));
        }
        if (chain.shortcut) {
            shortcut = compiled_step(*chain.shortcut, layers.size(), how, where);
        }
    }

    void require_all(std::size_t given, const char *call, const char *what) const {
        if (given != chain.count()) {
            throw user_error(chain.name(), call,
                             std::to_string(given) + " " + what + " are given, " + chain.wanted());
        }
    }
    const sparse_conv2d &member(std::size_t number) const {
        return number < layers.size() ? layers[number] : *shortcut;
    }
    void run_pictures(const float *src, const packed_weights &weights,
                      const std::vector<const float *> &biases, float *dst,
                      workspace &memory) const {
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
    : compiled_(std::make_unique<compiled>(std::nullopt, problems, how, where)) {}

sparse_conv2d_chain::sparse_conv2d_chain(const conv2d_problem &shortcut,
                                         const std::vector<conv2d_problem> &problems,
                                         const sparse_conv2d_chain_options &how, source_place where)
    : compiled_(std::make_unique<compiled>(shortcut, problems, how, where)) {}

sparse_conv2d_chain::~sparse_conv2d_chain() = default;
sparse_conv2d_chain::sparse_conv2d_chain(sparse_conv2d_chain &&) noexcept = default;
sparse_conv2d_chain &sparse_conv2d_chain::operator=(sparse_conv2d_chain &&) noexcept = default;

sparse_conv2d_chain::packed_weights
sparse_conv2d_chain::pack(const std::vector<sparse::csr_matrix> &weights,
                          source_place where) const {
    compiled_->require_all(weights.size(), "pack", "weights");
    packed_weights packed;
    for (std::size_t i = 0; i < weights.size(); i++) {
        packed.push_back(compiled_->member(i).pack(weights[i], where));
    }
    return packed;
}

void sparse_conv2d_chain::run(const float *src, const packed_weights &weights,
                              const std::vector<const float *> &biases, float *dst) const {
    compiled_->require_all(weights.size(), "run", "weights");
    compiled_->require_all(biases.size(), "run", "biases");
    const chain_step &first = compiled_->chain.steps.front(), &last = compiled_->chain.steps.back();
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

const sparse_conv2d *sparse_conv2d_chain::shortcut() const {
    return compiled_->shortcut ? &*compiled_->shortcut : nullptr;
}

std::size_t sparse_conv2d_chain::workspace_bytes() const {
    return compiled_->between.bytes();
}

} // namespace tiramisu::nn
