#include "nn/framework/tensor_layer/results.h"
#include "nn/kinds/kinds.h"
#include "nn/kinds/typed_kind.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {

namespace {

template <typename Problem>
struct tensor_kind {
    using layer = tensor_layer<Problem>;
    using request = layer_request<Problem, layer_options>;

    std::string name() const { return Problem::kind; }
    std::string example() const { return Problem::example; }
    std::vector<std::string> option_keys() const { return {}; }

    request read(const option_words &words) const {
        return {Problem::parse(words.problem(), words.where()), {}};
    }
    std::string text(const request &of) const { return of.problem.text(); }
    search_options search(const request &, const search_options &opts) const { return opts; }

    std::vector<layer_argument> arguments(const request &of) const {
        std::vector<layer_argument> all;
        for (const tensor &one : of.problem.sources()) {
            all.push_back({one, layer_argument::role::source});
        }
        for (const tensor &one : results_of(of.problem)) {
            all.push_back({one, layer_argument::role::result});
        }
        return all;
    }
    std::shared_ptr<const void> pack(const layer &, const_elements, source_place) const {
        return nullptr;
    }
    invocation prepare(const layer &of, const named_memory &memory, const void *,
                       const execution &opts, source_place where) const {
        std::vector<const_elements> sources;
        for (const tensor &one : of.problem().sources()) {
            sources.push_back(memory.source(one.name));
        }
        std::vector<elements> results;
        for (const tensor &one : results_of(of.problem())) {
            results.push_back(memory.result(one.name));
        }
        return of.prepare(sources, results, opts, where);
    }
};

template <typename Problem>
void add(kind_list &all) {
    all.push_back(std::make_unique<typed_kind<tensor_kind<Problem>>>());
}

} // namespace

void add_tensor_kinds(kind_list &all) {
    add<adam_problem>(all);
    add<batch_norm_backward_problem>(all);
    add<batch_norm_problem>(all);
    add<batch_norm_training_problem>(all);
    add<concat_problem>(all);
    add<conv2d_backward_weights_problem>(all);
    add<cross_entropy_problem>(all);
    add<eltwise_backward_problem>(all);
    add<eltwise_problem>(all);
    add<layer_norm_backward_problem>(all);
    add<layer_norm_problem>(all);
    add<pooling_backward_problem>(all);
    add<pooling_problem>(all);
    add<reorder_problem>(all);
    add<resize_problem>(all);
    add<sgd_problem>(all);
    add<softmax_backward_problem>(all);
    add<softmax_problem>(all);
}

} // namespace tiramisu::nn
