#include "support/pruned_chain.h"

#include "nn/sparse/conv2d/solvers.h"
#include "nn/sparse/conv2d_chain/members.h"
#include "support/chain_run.h"
#include "support/conv2d_run.h"
#include "support/image_layouts.h"
#include "support/sparse_weights.h"

namespace tiramisu::oracle {

namespace {

std::vector<float> computed(const pruned_convolution &of) {
    const std::vector<double> values = reference_conv2d(of.problem, of.data);
    return {values.begin(), values.end()};
}

} // namespace

pruned_convolution::pruned_convolution(const nn::conv2d_problem &of, unsigned seed)
    : problem(of.completed()), data(problem, seed) {
    prune(data.weights, problem, 0.5, true, 7);
}

sparse::csr_matrix pruned_convolution::weights() const {
    return compressed(data.weights, problem);
}

pruned_chain::pruned_chain(const conv2d_steps &steps,
                           const std::optional<nn::conv2d_problem> &shortcut)
    : steps_(steps), shortcut_(shortcut) {
    for (const nn::conv2d_problem &one : steps) {
        all_.emplace_back(one, static_cast<unsigned>(all_.size() + 1));
    }
    if (shortcut) {
        all_.emplace_back(*shortcut, 9);
        all_.back().data.src = all_.front().data.src;
    }
}

std::vector<sparse::csr_matrix> pruned_chain::weights() const {
    std::vector<sparse::csr_matrix> made;
    for (const pruned_convolution &one : all_) {
        made.push_back(one.weights());
    }
    return made;
}

std::vector<std::optional<sparse::csr_matrix>> pruned_chain::patterns() const {
    const std::vector<sparse::csr_matrix> all = weights();
    return {all.begin(), all.end()};
}

nn::sparse_conv2d_chain pruned_chain::compiled(const nn::sparse_conv2d_chain_options &opts) const {
    return shortcut_ ? nn::sparse_conv2d_chain(*shortcut_, steps_, opts)
                     : nn::sparse_conv2d_chain(steps_, opts);
}

std::vector<double> pruned_chain::expected() const {
    const std::vector<float> added = shortcut_ ? computed(all_.back()) : all_.front().data.src;
    pruned_convolution step = all_.front();
    step.data.residual = added;
    for (std::size_t i = 1; i < steps_.size(); i++) {
        const std::vector<float> met = computed(step);
        step = all_[i];
        step.data.src = met;
        step.data.residual = added;
    }
    return reference_conv2d(step.problem, step.data);
}

double pruned_chain::error_of(const nn::sparse_conv2d_chain &chain,
                              const nn::conv2d_layouts &layouts) const {
    std::vector<std::vector<float>> biases;
    for (const pruned_convolution &one : all_) {
        biases.push_back(one.data.bias);
    }
    const auto src =
        arranged(all_.front().data.src, layouts.src, all_.front().problem.src_extents());
    const auto extents = all_[steps_.size() - 1].problem.dst_extents();
    const auto dst = run_chain(chain, src, chain.pack(weights()), biases,
                               nn::element_count(layouts.dst, extents));
    return largest_error(expected(), plain(dst, layouts.dst, extents));
}

void pruned_chain::prefer(const std::string &solver, const nn::sparse_conv2d_chain_options &opts,
                          nn::perf_db &results) const {
    const nn::chain_members members({std::nullopt, shortcut_}, steps_, opts.layouts, opts.between,
                                    {});
    for (std::size_t i = 0; i < members.count(); i++) {
        const nn::sparse_conv2d_options known = members.options_of(i, opts);
        nn::sparse_conv2d_task task{members.member(i).problem, known.layouts, nn::machine::here(),
                                    known.density};
        task.know(known.pattern);
        for (const auto &one : nn::all_sparse_conv2d_solvers()) {
            if (one->name() == solver && one->why_not(task).empty()) {
                results.store(task.target.fingerprint(), task.perf_key(),
                              {{solver, nn::to_text(one->default_configuration(task)), 1, 0}});
            }
        }
    }
}

} // namespace tiramisu::oracle
