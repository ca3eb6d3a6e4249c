#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nn/kinds/chain_parts.h"
#include "nn/kinds/convolution_arguments.h"
#include "nn/kinds/typed_kind.h"

namespace tiramisu::nn {

/// A chain as other classes of layers are. `Chain` is its class; `Members`, what a description of
/// its texts knows of its convolutions, has
///
///     options, search      of Chain and its find()
///     verdicts(problem, options, where)   solvers of each convolution as it is in the chain
template <typename Chain, typename Members>
class chain_layer : public Chain {
public:
    using options = typename Members::options;

    chain_layer(const conv2d_chain_problem &problem, const options &opts, source_place where)
        : Chain(problem, opts, where), problem_(problem.completed(where)) {
        std::vector<std::string> solvers, configurations;
        const auto add = [&](const auto &one) {
            solvers.push_back(one.solver());
            configurations.push_back(one.configuration());
        };
        for (const auto &step : Chain::steps()) {
            add(step);
        }
        if (Chain::shortcut() != nullptr) {
            add(*Chain::shortcut());
        }
        solver_ = said_of_all(solvers);
        configuration_ = said_of_all(configurations);
    }

    const conv2d_chain_problem &problem() const { return problem_; }
    const std::string &solver() const { return solver_; }
    const std::string &configuration() const { return configuration_; }

    static std::vector<solver_verdict> solvers(const conv2d_chain_problem &problem,
                                               const options &opts, source_place where) {
        return verdicts_of_all(parts_of(problem), Members::verdicts(problem, opts, where));
    }
    static std::vector<find_result> find(const conv2d_chain_problem &problem,
                                         const typename Members::search &opts, source_place where) {
        return fastest_of_all(parts_of(problem), Chain::find(problem, opts, where));
    }

private:
    conv2d_chain_problem problem_;
    std::string solver_, configuration_;
};

/// What the texts of all chains have alike; `Kind` adds those of its class, as typed_layer has
/// them.
template <typename Chain, typename Members>
struct chain_kind {
    using layer = chain_layer<Chain, Members>;
    using request = layer_request<conv2d_chain_problem, typename Members::options>;

    static std::string layouts_text(const conv2d_layouts &layouts) {
        return " src=" + to_string(layouts.src) + " dst=" + to_string(layouts.dst);
    }

    std::vector<layer_argument> arguments(const request &of) const {
        return chain_arguments(of.problem, of.opts.layouts);
    }
    invocation prepare(const layer &made, const named_memory &memory, const void *packed,
                       const execution &opts) const {
        const auto &weights = *static_cast<const typename Chain::packed_weights *>(packed);
        return made.prepare(memory.source("src"), weights,
                            biases_of_parts(made.problem().text(), made.problem(), memory),
                            memory.result("dst"), opts);
    }
};

} // namespace tiramisu::nn
